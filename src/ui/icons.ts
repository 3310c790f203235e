import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import AddOutlined from '@mui/icons-material/AddOutlined'
import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ComputerOutlined from '@mui/icons-material/ComputerOutlined'
import ContactsOutlined from '@mui/icons-material/ContactsOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import DragIndicatorOutlined from '@mui/icons-material/DragIndicatorOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined'
import FormatBoldOutlined from '@mui/icons-material/FormatBoldOutlined'
import FormatItalicOutlined from '@mui/icons-material/FormatItalicOutlined'
import FormatListBulletedOutlined from '@mui/icons-material/FormatListBulletedOutlined'
import FormatListNumberedOutlined from '@mui/icons-material/FormatListNumberedOutlined'
import FormatQuoteOutlined from '@mui/icons-material/FormatQuoteOutlined'
import FormatUnderlinedOutlined from '@mui/icons-material/FormatUnderlinedOutlined'
import FullscreenOutlined from '@mui/icons-material/FullscreenOutlined'
import FullscreenExitOutlined from '@mui/icons-material/FullscreenExitOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import HorizontalRuleOutlined from '@mui/icons-material/HorizontalRuleOutlined'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined'
import KeyboardArrowUpOutlined from '@mui/icons-material/KeyboardArrowUpOutlined'
import LinkOutlined from '@mui/icons-material/LinkOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import MenuOutlined from '@mui/icons-material/MenuOutlined'
import MenuOpenOutlined from '@mui/icons-material/MenuOpenOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined'
import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RedoOutlined from '@mui/icons-material/RedoOutlined'
import RestoreFromTrashOutlined from '@mui/icons-material/RestoreFromTrashOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import SellOutlined from '@mui/icons-material/SellOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import SwapVertOutlined from '@mui/icons-material/SwapVertOutlined'
import TableChartOutlined from '@mui/icons-material/TableChartOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'

import type { Icon } from '../../resources/domain/icon.ts'

/** Icons used by the interface itself, not named in declarations. */
type InterfaceIcon =
  | 'bold'
  | 'bulletList'
  | 'calendar'
  | 'collapseMenu'
  | 'computer'
  | 'divider'
  | 'down'
  | 'drag'
  | 'exitFullScreen'
  | 'expand'
  | 'expandMenu'
  | 'fullScreen'
  | 'italic'
  | 'link'
  | 'numberedList'
  | 'quote'
  | 'redo'
  | 'table'
  | 'underline'
  | 'undo'
  | 'up'

/** All icons by name; all are MUI's `Outlined` variant, so that their strokes match. */
export const icons: Record<Icon | InterfaceIcon, typeof AddOutlined> = {
  add: AddOutlined,
  articles: DescriptionOutlined,
  audit: FactCheckOutlined,
  bold: FormatBoldOutlined,
  bulletList: FormatListBulletedOutlined,
  calendar: CalendarTodayOutlined,
  category: SellOutlined,
  check: CheckOutlined,
  cluster: AccountTreeOutlined,
  collapseMenu: MenuOpenOutlined,
  computer: ComputerOutlined,
  contacts: ContactsOutlined,
  divider: HorizontalRuleOutlined,
  down: KeyboardArrowDownOutlined,
  drag: DragIndicatorOutlined,
  exitFullScreen: FullscreenExitOutlined,
  expand: ExpandMoreOutlined,
  expandMenu: MenuOutlined,
  fullScreen: FullscreenOutlined,
  home: HomeOutlined,
  idCard: BadgeOutlined,
  image: ImageOutlined,
  import: FileUploadOutlined,
  italic: FormatItalicOutlined,
  lawyers: PeopleOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  logs: ReceiptLongOutlined,
  messages: MailOutlined,
  notifications: NotificationsOutlined,
  numberedList: FormatListNumberedOutlined,
  office: BusinessOutlined,
  personAdd: PersonAddOutlined,
  phone: SmartphoneOutlined,
  profile: PersonOutlined,
  qrcode: QrCode2Outlined,
  quote: FormatQuoteOutlined,
  recycle: RestoreFromTrashOutlined,
  redo: RedoOutlined,
  search: SearchOutlined,
  settings: SettingsOutlined,
  sort: SwapVertOutlined,
  table: TableChartOutlined,
  transfer: SwapHorizOutlined,
  tune: TuneOutlined,
  underline: FormatUnderlinedOutlined,
  undo: UndoOutlined,
  up: KeyboardArrowUpOutlined,
  video: VideocamOutlined,
}
