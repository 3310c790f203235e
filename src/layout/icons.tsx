import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Bell from 'lucide-react/icons/bell'
import Building2 from 'lucide-react/icons/building-2'
import Check from 'lucide-react/icons/check'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Contact from 'lucide-react/icons/contact'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import FileText from 'lucide-react/icons/file-text'
import House from 'lucide-react/icons/house'
import IdCard from 'lucide-react/icons/id-card'
import Image from 'lucide-react/icons/image'
import Lock from 'lucide-react/icons/lock'
import Mail from 'lucide-react/icons/mail'
import Network from 'lucide-react/icons/network'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import QrCode from 'lucide-react/icons/qr-code'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Smartphone from 'lucide-react/icons/smartphone'
import Tags from 'lucide-react/icons/tags'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import X from 'lucide-react/icons/x'

import type { Icon } from '../../resources/domain/icon.ts'

/** The picture of each icon that a declaration may name. */
export const icons: Record<Icon, typeof Plus> = {
  add: Plus,
  articles: FileText,
  audit: ClipboardCheck,
  category: Tags,
  check: Check,
  close: X,
  cluster: Network,
  contacts: Contact,
  delete: Trash2,
  edit: Pencil,
  export: Download,
  hide: EyeOff,
  home: House,
  idCard: IdCard,
  image: Image,
  import: Upload,
  lawyers: Users,
  lock: Lock,
  logs: ScrollText,
  messages: Mail,
  notifications: Bell,
  office: Building2,
  personAdd: UserPlus,
  phone: Smartphone,
  profile: User,
  qrcode: QrCode,
  recycle: ArchiveRestore,
  restore: RotateCcw,
  search: Search,
  send: Send,
  settings: Settings,
  show: Eye,
  sort: ArrowUpDown,
  top: ArrowUpToLine,
  transfer: ArrowLeftRight,
  tune: SlidersHorizontal,
  video: Video,
}
