import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconFileCertificate from '@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconHeartRateMonitor from '@tabler/icons-react/dist/esm/icons/IconHeartRateMonitor.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconFiles from '@tabler/icons-react/dist/esm/icons/IconFiles.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconMessageCircleQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageCircleQuestion.mjs';
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconSignature from '@tabler/icons-react/dist/esm/icons/IconSignature.mjs';
import IconTextSize from '@tabler/icons-react/dist/esm/icons/IconTextSize.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import IconWritingSign from '@tabler/icons-react/dist/esm/icons/IconWritingSign.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';

const icons = {
  alert: IconAlertTriangle,
  back: IconArrowLeft,
  bell: IconBell,
  billing: IconCreditCard,
  bookmark: IconBookmark,
  building: IconBuilding,
  certificate: IconFileCertificate,
  chart: IconChartBar,
  check: IconCheck,
  'chevron-down': IconChevronDown,
  'chevron-right': IconChevronRight,
  close: IconX,
  'circle-check': IconCircleCheck,
  'circle-alert': IconAlertCircle,
  dots: IconDots,
  download: IconDownload,
  external: IconExternalLink,
  eye: IconEye,
  'eye-off': IconEyeOff,
  file: IconFileText,
  files: IconFiles,
  health: IconHeartRateMonitor,
  help: IconLifebuoy,
  home: IconHome,
  info: IconInfoCircle,
  language: IconLanguage,
  list: IconListCheck,
  lock: IconLock,
  mail: IconMail,
  menu: IconMenu2,
  'message-help': IconMessageCircleQuestion,
  note: IconNote,
  pencil: IconPencil,
  permissions: IconShieldLock,
  phone: IconPhone,
  plug: IconPlugConnected,
  print: IconPrinter,
  qr: IconQrcode,
  renew: IconRefresh,
  settings: IconSettings,
  'sign-out': IconLogout,
  signature: IconSignature,
  'text-size': IconTextSize,
  trash: IconTrash,
  upload: IconUpload,
  users: IconUsers,
  video: IconVideo,
  writing: IconWritingSign,
} as const;

export type IconName = keyof typeof icons;

/** A drawing beside words, hidden from screen readers: the words say it. `small` is 20 px, for small text. */
export function Icon({ name, small }: { name: IconName; small?: boolean | undefined }) {
  const Drawing = icons[name];
  return <Drawing className={small ? 'i s' : 'i'} aria-hidden="true" />;
}
