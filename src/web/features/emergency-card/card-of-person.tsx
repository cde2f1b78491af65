import { Allowed } from '../../app/allowed.tsx';
import { useTexts } from '../../app/texts.tsx';
import { useActivePlan } from '../../plan-view/active-plan.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import css from './card-of-person.module.css';
import { CardPanel } from './card-panel.tsx';

/** The card of a person's signed plan in a dialog, to show, print or save: one column, with the texts and the plan it needs. */
export function CardOfPerson(props: { userId: string }) {
  return (
    <Allowed to="card.read">
      <LoadedCard {...props} />
    </Allowed>
  );
}

function LoadedCard({ userId }: { userId: string }) {
  const ready = useTexts(['card']);
  const read = useActivePlan(userId);
  if (!ready) return null;
  return (
    <div className={css.narrow}>
      <Loaded read={read}>{(plan) => <CardPanel plan={plan} renewable={false} />}</Loaded>
    </div>
  );
}
