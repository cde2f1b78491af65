import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { documentTitle } from '../../ui/page-title.tsx';

/**
 * Replaces a page whose session is over. While it is shown, nothing else of the document is visible, read out or reachable by
 * keyboard; afterwards the focus returns to the element that had it. It needs no further file, since the server may be down.
 */
export function SessionCover({ title, lead, foot }: { title: string; lead: ReactNode; foot?: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const leadId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const named = document.title;
    document.documentElement.dataset['covered'] = '';
    document.title = documentTitle(title);
    element.current?.focus();
    return () => {
      delete document.documentElement.dataset['covered'];
      document.title = named;
      if (before instanceof HTMLElement) before.focus();
    };
  }, [title]);
  // React Aria hides everything behind a dialog except elements with this attribute.
  return createPortal(
    <div className="overlay cover" data-react-aria-top-layer="true">
      <div
        ref={element}
        className="modal dialog"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={leadId}
        tabIndex={-1}
      >
        <div className="modalhead">
          <h2 id={titleId}>{title}</h2>
        </div>
        <p id={leadId}>{lead}</p>
        {foot && <div className="modalfoot">{foot}</div>}
      </div>
    </div>,
    document.body,
  );
}
