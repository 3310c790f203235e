import Add from '@mui/icons-material/AddOutlined'
import Article from '@mui/icons-material/ArticleOutlined'
import Badge from '@mui/icons-material/BadgeOutlined'
import Category from '@mui/icons-material/CategoryOutlined'
import Check from '@mui/icons-material/CheckOutlined'
import Close from '@mui/icons-material/CloseOutlined'
import Contacts from '@mui/icons-material/ContactsOutlined'
import Delete from '@mui/icons-material/DeleteOutlined'
import Domain from '@mui/icons-material/DomainOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import FileDownload from '@mui/icons-material/FileDownloadOutlined'
import FileUpload from '@mui/icons-material/FileUploadOutlined'
import Groups from '@mui/icons-material/PeopleAltOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Hub from '@mui/icons-material/HubOutlined'
import Image from '@mui/icons-material/ImageOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import Notifications from '@mui/icons-material/NotificationsOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import PhoneIphone from '@mui/icons-material/PhoneIphoneOutlined'
import QrCode from '@mui/icons-material/QrCode2Outlined'
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import Recycling from '@mui/icons-material/DeleteSweepOutlined'
import Restore from '@mui/icons-material/RestoreOutlined'
import Search from '@mui/icons-material/SearchOutlined'
import Send from '@mui/icons-material/SendOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined'
import SwapVert from '@mui/icons-material/SwapVertOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import VerticalAlignTop from '@mui/icons-material/VerticalAlignTopOutlined'
import Videocam from '@mui/icons-material/VideocamOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'

import type { Icon } from '../../resources/domain/icon.ts'

/** The picture of each icon that a declaration may name. */
export const icons: Record<Icon, typeof Add> = {
  add: Add,
  articles: Article,
  audit: FactCheck,
  category: Category,
  check: Check,
  close: Close,
  cluster: Hub,
  contacts: Contacts,
  delete: Delete,
  edit: Edit,
  export: FileDownload,
  hide: VisibilityOff,
  home: Home,
  idCard: Badge,
  image: Image,
  import: FileUpload,
  lawyers: Groups,
  lock: Lock,
  logs: ReceiptLong,
  messages: Mail,
  notifications: Notifications,
  office: Domain,
  personAdd: PersonAdd,
  phone: PhoneIphone,
  profile: Person,
  qrcode: QrCode,
  recycle: Recycling,
  restore: Restore,
  search: Search,
  send: Send,
  settings: Settings,
  show: Visibility,
  sort: SwapVert,
  top: VerticalAlignTop,
  transfer: SwapHoriz,
  tune: Tune,
  video: Videocam,
}
