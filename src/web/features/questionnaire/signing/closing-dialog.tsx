import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { useLanguage } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { CardOfPerson } from '../../emergency-card/api.ts';
import css from '../questionnaire.module.css';
import { useReading } from '../../../plan-view/reading.tsx';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** `allDone` after signing for the first time, `confirmation` after a complete plan was saved again (GAP-41). */
export type ClosingMessage = { kind: 'allDone' | 'confirmation'; plan: Plan };

/** Dialog after the last save (QSTEP9-19 to QSTEP9-22). */
export default function ClosingDialog({
  message: { kind, plan },
  onClose,
}: {
  message: ClosingMessage;
  onClose: () => void;
}) {
  const said = useVoicedText();
  const reading = useReading();
  const { t } = reading;
  const language = useLanguage();
  const date = longDate(melbourneDate(new Date(plan.updated_at)), language);
  if (kind === 'confirmation') {
    return (
      <Modal
        open
        onClose={onClose}
        title={t('confirmation.title')}
        lead={t('confirmation.body', { version: plan.plan_version, date })}
        foot={<Button onClick={onClose}>{t('confirmation.close')}</Button>}
      >
        <p>{t('confirmation.oldPaper')}</p>
      </Modal>
    );
  }
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={t('allDone.title')}
      foot={<Button onClick={onClose}>{t('allDone.close')}</Button>}
    >
      <Sprig className={css.bloom} />
      <p>{said('allDone.body')}</p>
      {reading.voice.kind === 'onBehalf' && <p>{inVoice(reading, 'onBehalf.allDone.note')}</p>}
      <div className={css.newCard}>
        <CardOfPerson userId={plan.user_id} />
      </div>
    </Modal>
  );
}
