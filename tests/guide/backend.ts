import type { Backend } from '../../providers/backend/translate.ts'

export const backend: Backend = {
  // The product's code for each code of the back-end.
  codes: { 0: '200', 401: '4003' },
  // The product's name for each name of the back-end, in inputs and answers.
  names: {
    pageNo: 'pageNum',
    limit: 'pageSize',
    rows: 'records',
    createTime: 'createdAt',
    updateTime: 'updatedAt',
  },
  calls: {
    // The specification does not name the path of the badge's count.
    'logs.msg.count': { path: '/message/unreadCount' },
    'positions.page': {
      toInput: ({ keyword, ...rest }) => ({ ...rest, postName: keyword }),
      toOutput: data => {
        const page = data as { records: { state: string }[] }
        const records = page.records.map(row => ({ ...row, enabled: row.state === 'ON' ? '1' : '0' }))
        return { ...page, records }
      },
    },
  },
}
