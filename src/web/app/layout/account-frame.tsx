import type { ReactNode } from 'react';
import { Sprig } from '../../ui/drawings/sprig.tsx';
import { ImpersonationStrip } from './impersonation-strip.tsx';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';

type AccountFrameProps = {
  /** For long forms such as sign-up: a wider column, and less of the drawing. */
  long?: boolean | undefined;
  /** Words on the drawing on large screens. */
  words?: ReactNode | undefined;
  children: ReactNode;
};

/** The frame of the pages before signing in: the form on paper, the sprig on green. */
export function AccountFrame({ long, words, children }: AccountFrameProps) {
  return (
    <div className={long ? 'split long' : 'split'}>
      <div className="fm">
        <ImpersonationStrip />
        <header className="tl">
          <Logo />
          <LanguageButton className="mini" />
        </header>
        <main className="body" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <aside className="art">
        <Logo />
        <Sprig drawing="tall" />
        {words && <div className="words">{words}</div>}
      </aside>
    </div>
  );
}
