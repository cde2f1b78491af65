import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { StateId } from '../../../domain/fields.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { nextSteps, witnessTexts } from '../../../domain/location/state-forms.ts';
import { Allowed } from '../../app/allowed.tsx';
import { useSession } from '../../app/session.tsx';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/card.tsx';
import css from '../../plan-view/plan.module.css';
import { stateOfAnswers, StateFormLink } from '../../plan-view/state-form-link.tsx';
import { sentences } from '../../plan-view/sentences.ts';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const FilesDialog = lazy(async () => ({ default: (await import('../files/api.ts')).FilesDialog }));

/**
 * The legal form where the person lives, and that the plan is not that form (D-01): the required witnesses, the next steps, the
 * form to print, and an upload for the signed copy.
 */
export function StateForm({ answers }: { answers: Answers }) {
  const said = useVoicedText();
  const t = useText();
  const state = stateOfAnswers(answers);
  return (
    <Card title={said('stateForm.title')} className={css.textCard}>
      <p>{said('stateForm.what')}</p>
      <p>{t(`stateForm.${state ?? 'unknown'}`)}</p>
      {state && <Form state={state} answers={answers} />}
      <p>
        <Link to="/user/location" search={state ? { state } : {}}>
          {t('stateForm.rules')}
        </Link>
      </p>
      <p>{t('stateForm.advice')}</p>
      <Upload />
    </Card>
  );
}

function Form({ state, answers }: { state: StateId; answers: Answers }) {
  const t = useText();
  const language = useLanguage();
  const witnesses = witnessTexts[state].map((key) => t(key));
  return (
    <>
      <p>{t('stateForm.decisionMaker', { term: t(`state.${state}.decisionMaker`) })}</p>
      <p>
        <StateFormLink answers={answers} />
      </p>
      {witnesses.length > 0 && (
        <>
          <h3>{t('where.page.headingWitness')}</h3>
          <p>{sentences(language, ...witnesses)}</p>
        </>
      )}
      <h3>{t('where.page.headingNext')}</h3>
      <ol className={css.numbered}>
        {nextSteps(state).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </>
  );
}

/** A copy of the signed form becomes a directive, which comes first on the emergency page (D-06). */
function Upload() {
  const said = useVoicedText();
  const t = useText();
  const user = useSession();
  const [open, setOpen] = useState(false);
  if (!user) return null;
  return (
    <>
      <p>{said('stateForm.upload')}</p>
      <Allowed to="files.addDirective">
        <div className="acts">
          <Button variant="two" icon="upload" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('where.page.upload')}
          </Button>
        </div>
      </Allowed>
      {open && (
        <Suspense>
          <FilesDialog category="ACP" user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
