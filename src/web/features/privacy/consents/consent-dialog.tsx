import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import { useCallback, useId, useState } from 'react';
import { consentParts } from '../../../../domain/accounts/consents/consent-text.ts';
import { consentEdition, type ConsentDocument } from '../../../../domain/accounts/consents/consents.ts';
import { longDate } from '../../../../domain/fields.ts';
import { site } from '../../../app/site.ts';
import { LanguageButton } from '../../../app/layout/language-button.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { ConsentBody } from './consent-body.tsx';
import { ConsentPaper, usePaper } from './consent-paper.tsx';
import css from './consent.module.css';

export type ConsentDialogProps = {
  document: ConsentDocument;
  /** Closes the dialog without an answer. Without it an answer is required: no close button, and Escape does nothing. */
  onClose?: (() => void) | undefined;
  /** Called with the answer. Throws ApiError if it could not be saved. Without it the text is only shown. */
  onAnswer?: ((agreed: boolean) => unknown) | undefined;
  /** Whether the person agreed to an earlier version. */
  renewed?: boolean | undefined;
};

/** Time after which the button returns to its initial state, in milliseconds (CONST-02). */
const resetMs = 2500;

const nothing = () => undefined;

/**
 * Returns whether the element with the ref has been at least half visible, once (CONSENT-02). For a short text this is
 * immediately true.
 */
function useReached() {
  const [reached, setReached] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(true);
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { reached, ref };
}

/**
 * A text to agree to. It scrolls by itself, also by keyboard; on a very low screen, for example at 400 % zoom, the whole dialog
 * scrolls. Agreeing is disabled until the end of the text has been visible; declining never is (CONSENT-02, CONSENT-03).
 */
export function ConsentDialog({ document, onClose, onAnswer, renewed = false }: ConsentDialogProps) {
  const t = useText();
  const language = useLanguage();
  const hintId = useId();
  const { run, state, problems } = useAction(async () => onAnswer?.(true), { resetMs });
  const { reached, ref } = useReached();
  const { paper, print } = usePaper();
  const version = site.consents?.[document] ?? consentEdition.number;
  const title = t(consentParts(document).title);
  const versionLine = t('consent.draftLine', { version, date: longDate(consentEdition.date, language) });

  return (
    <Modal
      open
      onClose={onClose ?? nothing}
      mustChoose={!onClose}
      width={680}
      title={title}
      lead={versionLine}
      foot={
        <>
          {onAnswer ? (
            <>
              <Button state={state} off={!reached} aria-describedby={hintId} onClick={() => void run()}>
                {t('consent.confirm')}
              </Button>
              <Button variant="two" off={state === 'pending'} onClick={() => onAnswer(false)}>
                {t('consent.decline')}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t('common.close')}</Button>
          )}
          <Button variant="text" className="last" onClick={print}>
            {t('consent.print')}
          </Button>
        </>
      }
    >
      {renewed && (
        <p className={css.renewed}>
          <b>{t('consent.newVersion.title')}</b> {t('consent.newVersion.body')}
        </p>
      )}
      {!onClose && <LanguageButton className="mini" />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <div className={`ctext ${css.text}`} tabIndex={0} role="region" aria-label={title}>
        <ConsentBody document={document} renewed={renewed} end={ref} />
      </div>
      {onAnswer && (
        <p id={hintId} className={css.hint} role="status">
          {reached ? <Icon name="check" small /> : <IconArrowDown className="i s" aria-hidden />}
          <span>{t(reached ? 'consent.atEnd' : 'consent.readToEnd')}</span>
        </p>
      )}
      <div role="alert">{problems.length > 0 && <p className="err">{t('error.consent.saveFailed')}</p>}</div>
      {paper && <ConsentPaper document={document} title={title} versionLine={versionLine} />}
    </Modal>
  );
}
