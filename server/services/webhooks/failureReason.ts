/** What a failed connection means, by the code of Node's error. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到这个域名，请核对地址',
  ENODATA: '找不到这个域名，请核对地址',
  EAI_AGAIN: '暂时无法解析域名',
  ETIMEOUT: '暂时无法解析域名',
  ESERVFAIL: '暂时无法解析域名',
  EREFUSED: '暂时无法解析域名',
  ECONNREFUSED: '对方拒绝连接，请确认服务已启动、端口正确',
  ECONNRESET: '连接被对方中断',
  EPIPE: '连接被对方中断',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '网络不可达',
  ENETUNREACH: '网络不可达',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书不受信任',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '对方的证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不属于这个域名',
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** An error that the product words itself, so that its message is shown as it is. */
export class WordedError extends Error {}

/** Why a request got no answer, as a sentence for administrators; the error itself is in the server's log. */
export const failureReason = (error: unknown): string => {
  if (error instanceof WordedError) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return '10秒内没有响应'
  const code = codeOf(error)
  if (reasons[code]) return reasons[code]
  return code.startsWith('HPE_') ? '对方的答复不是有效的 HTTP' : '发送失败，请核对地址'
}
