import { lazy, Suspense, useState, type ReactNode } from 'react';
import { inVoice } from '../../../../../domain/questionnaire/reading/present.ts';
import { useTexts } from '../../../../app/texts.tsx';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { Card } from '../../../../ui/card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { WhomToCall } from '../../../contacts/api.ts';
import { CardInShort, NewCodeAndPin } from '../../../emergency-card/api.ts';
import { LastOpened } from '../../../privacy/api.ts';
import { LookAgain } from './look-again.tsx';
import css from './signed.module.css';

const texts = [
  'card',
  'contacts',
  'questionnaire-contacts',
  'settings-privacy',
  'notifications',
  'hospital',
] as const;

const CardDialog = lazy(() => import('../card-dialog.tsx'));

/**
 * First content for a person with a card: the card without its PIN, whom staff will call, its last reader, and the next review of a
 * signed plan.
 */
export function AtAGlance({ plan }: { plan: ActivePlan }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const ready = useTexts(texts);
  const isSigned = plan.status === 'complete';
  const [showsCard, setShowsCard] = useState(false);
  const part = (title: string, content: ReactNode) => <Card title={title}>{ready ? content : null}</Card>;
  return (
    <div className={classNames(css.four, !isSigned && css.three)}>
      {part(
        inVoice(wording, 'dash.signed.card', 'dash.onBehalf.signed.card'),
        <CardInShort plan={plan} onShow={() => setShowsCard(true)} />,
      )}
      {part(t('dash.signed.call'), <WhomToCall />)}
      {part(t('dash.signed.opened'), <LastOpened after={<NewCodeAndPin />} />)}
      {isSigned && part(t('dash.signed.again'), <LookAgain plan={plan} />)}
      {showsCard && (
        <Suspense>
          <CardDialog onClose={() => setShowsCard(false)} />
        </Suspense>
      )}
    </div>
  );
}
