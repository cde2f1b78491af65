import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { ConsentDocument } from '../../../../domain/accounts/consents/consents.ts';
import { ConsentBody } from './consent-body.tsx';
import css from './consent.module.css';

const signsOfLife = ['pointerdown', 'keydown'] as const;

/** Prints a text: `print` starts printing, and `paper` is true while the printed text is rendered. */
export function usePaper() {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    if (!paper) return undefined;
    // Not on `afterprint`: some browsers fire it while they still draw. The next input on the page removes the
    // text, so that printing prints the page again.
    const clear = () => setPaper(false);
    for (const sign of signsOfLife) addEventListener(sign, clear, { capture: true });
    return () => {
      for (const sign of signsOfLife) removeEventListener(sign, clear, { capture: true });
    };
  }, [paper]);
  const print = () => {
    flushSync(() => setPaper(true));
    window.print();
  };
  return { paper, print };
}

/** A text that is only printed, and then without the page. */
export function ConsentPaper({
  document: which,
  title,
  versionLine,
}: {
  document: ConsentDocument;
  title: string;
  versionLine: string;
}) {
  return createPortal(
    <div className={css.paper} aria-hidden="true">
      <h2>{title}</h2>
      <p>{versionLine}</p>
      <ConsentBody document={which} />
    </div>,
    document.body,
  );
}
