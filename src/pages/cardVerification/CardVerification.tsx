import { settings } from '../../../resources/settings/index.ts'
import { Addresses } from '../../settings/Addresses.tsx'
import { SettingPage } from '../../settings/SettingPage.tsx'
import { KeySection } from './KeySection.tsx'
import { PagePreview } from './PagePreview.tsx'

const explanation = [
  '客户扫码打开核验页，看到此人现在是否在职。核验网址一般是下方“核验页的地址”，客户必须能从外网打开它。',
  '名片码指向核验页时，新生成的名片码、打印名片、海报和电子名片都指向它；已印出的不变。',
  '核验页只显示名片上公开的姓名、职位、律所、执业证号和头像，不显示联系方式。',
  '人员离所、停用或名片隐藏后，下一次打开核验页就会说明；已删除的人员与不存在的名片码没有区别。',
  '不说明已离所时，离所人员也只显示“该名片已停用”。',
  '每次打开都附有本所密钥的签名，一分钟内有效，任何人可以用公开的公钥核对。',
  '请在官网公布核验网址的域名：只有该域名下的页面才是本所的核验页。',
  '关闭后，已印出的核验码打不开核验页；印制名片前请确定长期使用的网址。',
]

const addresses = { 核验页的地址: '/verify', 公钥的地址: '/verify/keys' }

/** Page 名片核验: the setting, how the page looks to a stranger, and the keys that sign its answers. */
export const CardVerification = () => (
  <>
    <SettingPage setting={settings.cardVerification} below={<KeySection />} explanation={explanation} />
    <Addresses addresses={addresses} />
    <PagePreview />
  </>
)
