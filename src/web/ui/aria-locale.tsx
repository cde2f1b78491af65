import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLanguage } from '../app/texts.tsx';

/** Sets the page's language for the React Aria parts inside, instead of the browser's. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLanguage() === 'zh' ? 'zh-CN' : 'en-AU'}>{children}</I18nProvider>;
}
