import { Link } from '@tanstack/react-router';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { AnswerKey } from '../../../../domain/questionnaire/answers.ts';
import { currentDefinition, questionOf, stepOf } from '../../../../domain/questionnaire/definition.ts';
import { askedAs, pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { useReading, type Reading } from '../../../plan-view/reading.tsx';
import { placeLink } from '../../../plan-view/steps/place-link.ts';
import type { OpenStep } from '../../../plan-view/steps/progress.ts';
import signing from './signing.module.css';
import css from '../questionnaire.module.css';

const panelId = 'incomplete';

/**
 * List of what still needs an answer: each step with a link to it, and each missing or invalid answer with a link to its
 * question; or that there is nothing (QINC-01, QINC-02, D-36).
 */
export function IncompleteSteps({ open, complete }: { open: readonly OpenStep[]; complete: boolean }) {
  const reading = useReading();
  const { t } = reading;
  if (open.length === 0) {
    return complete ? null : (
      <p className={`said ${signing.ready}`}>
        <Icon name="circle-check" />
        <span>{t('incomplete.done')}</span>
      </p>
    );
  }
  return (
    <section className={css.incomplete} id={panelId} aria-labelledby="incomplete-title" tabIndex={-1}>
      <h2 id="incomplete-title">{t('incomplete.title')}</h2>
      <p>{t('incomplete.body')}</p>
      <ul>
        {open.map(({ step, field, fields, answered, total }) => (
          <li key={step}>
            <div className={css.openStep}>
              <Link {...placeLink({ step })}>
                {pageWords(reading, field ? (`incomplete.item.${field}` as PlainTextKey) : stepOf(step).name)}
              </Link>
              <span className="small quiet">{t('progress.answered', { count: answered, total })}</span>
            </div>
            <ul>
              {fields.map((key) => (
                <OpenAnswer key={key} step={step} field={key} reading={reading} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OpenAnswerProps = { step: OpenStep['step']; field: AnswerKey; reading: Reading };

function OpenAnswer({ step, field, reading }: OpenAnswerProps) {
  const question = currentDefinition.questions.find(({ note }) => note === field) ?? questionOf(field);
  return (
    <li>
      <Link {...placeLink({ step, question: field })}>
        {question.number !== undefined && <span className="num">{question.number} </span>}
        {askedAs(question, reading)}
      </Link>
    </li>
  );
}

/** Beside the disabled button: the reason, and a link to the list of missing answers. */
export function SeeWhatIsMissing() {
  const t = useText();
  return (
    <p className={signing.off}>
      {t('incomplete.off')}{' '}
      <a
        href={`#${panelId}`}
        onClick={(event) => {
          event.preventDefault();
          const panel = document.getElementById(panelId);
          panel?.scrollIntoView({ block: 'start' });
          panel?.focus({ preventScroll: true });
        }}
      >
        {t('incomplete.see')}
      </a>
    </p>
  );
}
