import { useMay } from '../../../app/allowed.tsx';
import { useSession } from '../../../app/session.tsx';
import { telephoneHref } from '../../../../domain/i18n/site.ts';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { rolesOf } from '../contact-words.ts';
import css from '../contacts.module.css';
import { dismissSuggestion, useSuggestions, type Suggestion } from './suggestions-api.ts';

type SuggestionsProps = {
  /** Props of the button that adds the suggested contact. */
  adds: (suggestion: Suggestion) => { onClick: (event: { currentTarget: HTMLElement }) => void };
};

/** Contacts that staff suggested: the person adds or dismisses each; staff see that they wait (D-59). */
export function Suggestions(props: SuggestionsProps) {
  const { t } = useReading();
  const customer = useSession()?.acting?.customer_name;
  const suggestions = useSuggestions().data ?? [];
  if (suggestions.length === 0) return null;
  return (
    <section className={css.suggestions} aria-labelledby="suggested">
      <h2 id="suggested">
        {customer === undefined
          ? t('contacts.suggest.listTitle')
          : t('contacts.suggest.listTitleStaff', { customer })}
      </h2>
      <p>
        {customer === undefined
          ? t('contacts.suggest.listHint')
          : t('contacts.suggest.listHintStaff', { customer })}
      </p>
      <ul>
        {suggestions.map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} {...props} />
        ))}
      </ul>
    </section>
  );
}

function SuggestionCard({ suggestion, adds }: SuggestionsProps & { suggestion: Suggestion }) {
  const { t } = useReading();
  const mayAnswer = useMay('contacts.change');
  const session = useSession();
  const customer = session?.acting?.customer_name ?? session?.together?.customer_name ?? '';
  const { id, name, phone, email } = suggestion;
  const staff = suggestion.suggested_by ?? t('contacts.suggest.someone');
  const { run, state, problems } = useAction(() => dismissSuggestion(id), {
    resetMs: 2500,
    onDone() {
      showSnackbar(t('contacts.suggest.dismissed'));
      // The card is removed, with the pressed button.
      rescueFocus(() => document.querySelector<HTMLElement>('#main h1'));
    },
  });
  return (
    <li className={css.suggestion}>
      <h3>{t('contacts.suggest.by', { staff, contact: name })}</h3>
      <p className={css.roles}>
        {rolesOf(suggestion, t).map((role) => (
          <span key={role}>
            <OwnWords>{role}</OwnWords>
          </span>
        ))}
      </p>
      <p className={css.ways}>
        <a href={telephoneHref(phone)}>{phone}</a>
        <span>{email}</span>
      </p>
      {mayAnswer ? (
        <>
          <ProblemList problems={problems} className={css.problems} />
          <div className={css.pendingActs}>
            <Button aria-haspopup="dialog" {...adds(suggestion)}>
              {t('contacts.suggest.add', { contact: name })}
            </Button>
            <Button variant="two" state={state} onClick={() => void run()}>
              {t('contacts.suggest.notNow')}
              <span className="vh">: {name}</span>
            </Button>
          </div>
        </>
      ) : (
        <p className="small quiet">{t('contacts.suggest.waits', { customer })}</p>
      )}
    </li>
  );
}
