import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { StateId } from '../../../domain/fields.ts';
import { stateIdOf } from '../../../domain/location/state-forms.ts';
import '../../ui/drawings/more-icons.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { HelpLine } from '../../ui/help-line.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FormOfState } from './form-of-state.tsx';
import css from './location.module.css';
import { PlaceForm } from './place-form.tsx';

/**
 * The person's state or territory, and the legal form there for choices about treatment, for everyone (GAP-112, D-01). The place
 * is part of the address.
 */
export function Page() {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const { state: named }: { state?: unknown } = useSearch({ strict: false });
  const state = stateIdOf(named);
  const title = useRef<HTMLHeadingElement>(null);
  // Moves focus to the chosen place once it is shown; a page that opens with a place begins at its own title.
  const asked = useRef<StateId>(undefined);
  useEffect(() => {
    if (asked.current !== state || state === undefined) return;
    asked.current = undefined;
    title.current?.focus();
  }, [state]);

  const show = (chosen: StateId) => {
    if (chosen === state) return title.current?.focus();
    asked.current = chosen;
    void navigate({ to: '/user/location', search: { state: chosen }, resetScroll: false });
  };

  return (
    <div className={classNames(css.page, !user && css.visitor)}>
      <PageTitle>{t('where.page.title')}</PageTitle>
      <p className="lead">{t('where.page.lead')}</p>
      {!user && <p className={css.steps}>{t('guest.locationSteps')}</p>}
      <div className={css.columns}>
        <PlaceForm key={user?.id} state={state} onChosen={show} />
        {state && <FormOfState state={state} title={title} visitor={!user} />}
      </div>
      <p className={css.help}>
        <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
      </p>
    </div>
  );
}
