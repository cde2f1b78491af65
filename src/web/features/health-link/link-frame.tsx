import type { ReactNode } from 'react';
import { LanguageButton } from '../../app/layout/language-button.tsx';
import { useText } from '../../app/texts.tsx';
import css from './link-page.module.css';

/** The frame of the page that opens a link, which looks like that of the emergency page. */
export function LinkFrame({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <span>{t('shl.header')}</span>
        <LanguageButton className={css.language} />
      </header>
      <main className={css.main} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
