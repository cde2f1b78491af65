import { useState } from 'react';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/card.tsx';
import css from './shared-with-me.module.css';

const PlansSharedWithMe = graphql(`
  query getPlansSharedWithMe {
    getPlansSharedWithMe {
      contact_id
      person
    }
  }
`);

const OpenPlanSharedWithMe = graphql(`
  mutation openPlanSharedWithMe($contact_id: ID!) {
    openPlanSharedWithMe(contact_id: $contact_id)
  }
`);

const opening: StateWords = {
  pending: 'system.loading',
  complete: 'system.loading',
  error: 'common.tryAgain',
};
const resetMs = 4000;

/**
 * People who share with the signed-in person as their trusted contact. Shows nothing if there are none or if loading fails: the
 * mails contain the link too.
 */
export function SharedWithMe() {
  const t = useText();
  const { data } = useRead(PlansSharedWithMe, {}, { refresh: true, types: ['SharingWithMe'] });
  const sharing = data?.getPlansSharedWithMe ?? [];
  if (sharing.length === 0) return null;
  return (
    <Card title={t('contactView.manyTitle')} className={css.card}>
      <ul className={css.list}>
        {sharing.map(({ contact_id: id, person }) => (
          <li key={id}>
            <OpenButton id={id} person={person} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Opens the same page as the mailed link. */
function OpenButton({ id, person }: { id: string; person: string }) {
  const t = useText();
  const language = useLanguage();
  const [gone, setGone] = useState(false);
  const { run, state, problems } = useAction(
    async () => {
      setGone(false);
      const { openPlanSharedWithMe: path } = await call(OpenPlanSharedWithMe, { contact_id: id }).catch(
        (error: unknown) => {
          setGone(error instanceof ApiError && error.code === 'not-found');
          throw error;
        },
      );
      location.assign(`${path}?lang=${language}`);
    },
    { resetMs, texts: { 'not-found': 'contactView.manyGone' } },
  );
  return (
    <>
      <Button variant="two" state={gone ? 'initial' : state} words={opening} onClick={() => void run()}>
        {t('contactView.manyOpen', { person })}
      </Button>
      <ProblemList problems={problems} />
    </>
  );
}
