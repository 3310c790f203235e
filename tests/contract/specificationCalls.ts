type Encoding = 'json' | 'form'
type Row = readonly [row: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, encoding?: Encoding]

const get = (...paths: `/${string}`[]): Row[] => paths.map(it => [`GET ${it}`])
const post = (...paths: `/${string}`[]): Row[] => paths.map(it => [`POST ${it}`])
const putRows = (...paths: `/${string}`[]): Row[] => paths.map(it => [`PUT ${it}`])
const del = (...paths: `/${string}`[]): Row[] => paths.map(it => [`DELETE ${it}`])
const form = (path: `/${string}`): Row => [`POST ${path}`, 'form']

const auth: Row[] = [
  ...get('/auth/code'),
  ...post('/auth/getFirmId'),
  form('/auth/firmAccessUserLogin'),
  ...putRows('/auth/password', '/auth/question'),
  ...get('/auth/queryCode', '/auth/self'),
  ...post('/auth/loginByQuestion', '/auth/lawyerLogin'),
  ...get('/auth/ossSign'),
  form('/cardSelf/getAdminInfo'),
  form('/cardSelf/getCardCode'),
  ...post('/cardSelf/checkSmsCode'),
  ...get('/lawyer/checkMobile'),
  ...post('/lawyer/register'),
]

const officeAndAdmins: Row[] = [
  ...get(
    '/firmOrganization/pageList',
    '/firmOrganization/validList',
    '/firmOrganization/firmOrganizationInfo',
  ),
  ...post('/firmOrganization/add', '/firmOrganization/update'),
  ...get('/firmOrganization/custom'),
  ...putRows('/firmOrganization/custom'),
  ...get('/firmAccessUser/pageList'),
  form('/lawfirm/admins/main'),
  ...post('/firmAccessUser/add'),
  ...putRows('/firmAccessUser/firmAccessUserUpdate'),
  ...del('/firmAccessUser/{id}'),
  ...get('/firmAccessUser/adminQueryByLawyer'),
]

const systemAndArea: Row[] = [
  // Written {parentId or 0}.
  ...get('/system/city/{parentId}', '/system/area', '/system/professional', '/system/config'),
  ...post('/system/config'),
  ...get('/audit/queryAuditCode'),
  ...post('/audit/updateAuditCode'),
  ...get('/area/provinceList', '/area/cityList', '/area/districtList', '/area/areaById'),
]

const profession: Row[] = [
  ...get('/lawyerProfessional/list', '/selfProfessional/list'),
  ...post('/selfProfessional/add', '/selfProfessional/update', '/selfProfessional/delete'),
  ...putRows('/selfProfessional/updateTop'),
  ...get('/selfProfessional/wx/list'),
]

const card: Row[] = [
  ...post('/lawyer/card/createCard?firmId={firmId}'),
  ...get('/lawyer/card/pageList', '/lawyer/card/cardInfo/{id}', '/lawyer/card/cardInfoByLawyer'),
  ...putRows('/lawyer/card/update', '/lawyer/card/adminAuditCard', '/lawyer/card/submitAudit'),
  ...post('/lawyer/card/delete'),
  ...get('/lawyer/card/cardNum'),
]

const lawyer: Row[] = [
  ...get('/lawyer/pageList', '/lawyer/lawyerNum'),
  ...post('/lawyer/addList'),
  ...get('/lawyer/lawyerInfo/{id}'),
  ...post('/lawyer/update'),
  ...putRows('/lawyer/pass/{id}'),
  ...del('/lawyer/remove/{id}'),
  ...putRows('/lawyer/updateMobile', '/lawyer/updatePassword'),
]

const firm: Row[] = [
  ...get('/firm/firmInfo/{id}', '/firm/appconf'),
  ...post('/firm/appconf', '/firm/update'),
  ...get('/firm/mpconf'),
  ...post('/firm/mpconf'),
]

const articles: Row[] = [
  ...get('/articleType/getList'),
  ...post('/articleType'),
  ...putRows('/articleType'),
  ...del('/articleType/{typeId}'),
  ...putRows('/articleType/top/{typeId}'),
  ...get('/article/getList', '/article/getArticleNum'),
  ...post('/article'),
  ...putRows('/article/{articleId}'),
  ...del('/article/{articleId}'),
  ...get('/article/{articleId}'),
  ...putRows('/article/pass/{articleId}', '/article/refuse/{articleId}', '/article/top/{articleId}'),
  ...get('/article/getUserList/{lawyerId}'),
  ...putRows('/article/user/top/{articleId}/{lawyerId}', '/article/user/show/{articleId}/{lawyerId}'),
]

const messagesAndLogs: Row[] = get(
  '/message',
  '/message/getUnReadStatistics',
  '/message/{id}',
  '/log/getPageList',
  '/log/getAdminLogPageList',
  '/log/{id}',
)

const configured = [
  '/firmConf/appConf',
  '/firmConf/qrcode',
  '/firmConf/mpName',
  '/firmConf/loginRegSet',
  '/firmConf/searchSet',
  '/firmConf/sortSet',
  '/firmConf/cardReview',
  '/firmConf/shareCover',
  '/firmConf/icpSet',
] as const
const firmConfiguration: Row[] = [...get('/firmConf', ...configured), ...putRows(...configured)]

const positions: Row[] = [
  ...get('/firm/post', '/firm/post/page'),
  ...post('/firm/post'),
  ...get('/firm/post/{postId}'),
  ...putRows('/firm/post/{postId}'),
  ...del('/firm/post/{postId}'),
]

/** The specification's section 7, copied by hand: what the customer's client calls, in the order of the document. */
export const specificationCalls: readonly Row[] = [
  ...auth,
  ...officeAndAdmins,
  ...systemAndArea,
  ...profession,
  ...card,
  ...lawyer,
  ...firm,
  ...articles,
  ...messagesAndLogs,
  ...firmConfiguration,
  ...positions,
]
