import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sprig } from '../../ui/drawings/sprig.tsx';
import { useText } from '../texts.tsx';
import { ImpersonationStrip } from './impersonation-strip.tsx';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';

type AccountFrameProps = {
  /** For long forms such as sign-up: a wider column, and a smaller drawing. */
  long?: boolean | undefined;
  /** Text on the drawing on large screens. */
  words?: ReactNode | undefined;
  children: ReactNode;
};

/** Frame of the pages before signing in: the form on paper, the sprig on green; each of them ends with a link to help. */
export function AccountFrame({ long, words, children }: AccountFrameProps) {
  const t = useText();
  return (
    <>
      <ImpersonationStrip />
      <div className={long ? 'split long' : 'split'}>
        <div className="fm">
          <header className="tl">
            <Logo />
            <LanguageButton className="mini" />
          </header>
          <main className="body" id="main" tabIndex={-1}>
            {children}
            <p className="helpway">
              <Link to="/need-help">{t('menu.user.needHelp')}</Link>
            </p>
          </main>
        </div>
        <aside className="art">
          <Sprig drawing="tall" />
          {words && <div className="words">{words}</div>}
        </aside>
      </div>
    </>
  );
}
