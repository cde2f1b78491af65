import { createElement } from 'react';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTextSize from '@tabler/icons-react/dist/esm/icons/IconTextSize.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { addIcons, drawingOf } from './icon-drawings.ts';
import type { MoreIconName } from './more-icons.ts';

const icons = {
  alert: IconAlertTriangle,
  back: IconArrowLeft,
  check: IconCheck,
  'chevron-down': IconChevronDown,
  'chevron-right': IconChevronRight,
  close: IconX,
  'circle-check': IconCircleCheck,
  'circle-alert': IconAlertCircle,
  eye: IconEye,
  'eye-off': IconEyeOff,
  file: IconFileText,
  info: IconInfoCircle,
  language: IconLanguage,
  lock: IconLock,
  mail: IconMail,
  phone: IconPhone,
  renew: IconRefresh,
  'text-size': IconTextSize,
} as const;

export type IconName = keyof typeof icons | MoreIconName;

addIcons(icons);

/**
 * Drawing beside words, hidden from screen readers, because the words have the same meaning. `small` is 20 px, for small text.
 * Throws if the chunk with the drawing is not loaded: see more-icons.ts.
 */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  const drawing = drawingOf(name);
  if (!drawing) throw new Error(`The drawing "${name}" is in more-icons.ts, which this page does not load`);
  return createElement(drawing, { className: small ? 'i s' : 'i', 'aria-hidden': true });
}
