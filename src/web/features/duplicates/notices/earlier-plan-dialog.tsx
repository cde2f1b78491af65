import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../../api/errors.ts';
import type { Read } from '../../../api/use-read.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../ui/buttons/link-button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { earlierPdfPath, openEarlierPlan, type EarlierRecord } from '../duplicates-api.ts';
import css from '../duplicates.module.css';

type Opened = Awaited<ReturnType<typeof openEarlierPlan>>;

type State = { of: string; data: Opened | undefined; failed: ApiError | undefined };

/** Opens the plan of an archived record once for each time that it is shown: each opening is recorded. */
function useEarlierPlan(id: string, record_id: string): Read<Opened> {
  const language = useLanguage();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State>({ of: '', data: undefined, failed: undefined });
  const of = [id, record_id, language, turn].join(' ');
  useEffect(() => {
    let gone = false;
    const settle = (data: Opened | undefined, failed: ApiError | undefined) => {
      if (!gone) setState({ of, data, failed });
    };
    // A plan that is shown for less than a moment is not opened.
    const timer = setTimeout(() => {
      openEarlierPlan({ id, record_id, language }).then(
        (opened) => settle(opened, undefined),
        (error: unknown) => settle(undefined, asApiError(error)),
      );
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, record_id, language, of]);
  const retry = useCallback(() => setTurn((now) => now + 1), []);
  const isCurrent = state.of === of;
  const data = isCurrent ? state.data : undefined;
  const failed = isCurrent ? state.failed : undefined;
  return { data, failed, loading: !data && !failed, refreshing: false, retry };
}

type EarlierPlanDialogProps = {
  customer: { id: string; name: string };
  record: EarlierRecord;
  onClose: () => void;
};

/** The signed plan of an archived record of the person, to read: it is not in force (N-13). */
export function EarlierPlanDialog({ customer, record, onClose }: EarlierPlanDialogProps) {
  const t = useText();
  const read = useEarlierPlan(customer.id, record.id);
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={t('duplicates.earlier.dialog')}
      foot={
        <>
          <AnchorButton variant="two" href={earlierPdfPath(customer.id, record.id)} icon="download" download>
            {t('duplicates.earlier.pdf')}
          </AnchorButton>
          <Button variant="two" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <Notice icon="alert">
        <p>
          <OwnWords>{t('duplicates.earlier.notInForce', { name: customer.name })}</OwnWords>
        </p>
      </Notice>
      <Loaded read={read}>
        {({ sections, words_in }) => (
          <div className={css.plan} lang={words_in === 'zh' ? 'zh-Hans' : 'en'}>
            {sections.map((section) => (
              <section key={section.id}>
                <h3>{section.title}</h3>
                <dl>
                  {section.rows.map((row) => (
                    <div key={row.key}>
                      <dt>{row.title}</dt>
                      <dd>
                        {row.lines.map((line, at) => (
                          // Lines of an answer have no id, and do not change.
                          <p key={at}>
                            <OwnWords>{line}</OwnWords>
                          </p>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </Modal>
  );
}
