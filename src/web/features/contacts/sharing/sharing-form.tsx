import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { fileCategories, type FileCategory } from '../../../../domain/files/categories.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useLanguage } from '../../../app/texts.tsx';
import { useKeptState } from '../../../forms/unsaved/kept-words.ts';
import { LeaveGuard } from '../../../forms/unsaved/leave-guard.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Checkbox } from '../../../ui/fields/choices.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { shareFiles, type ShareableFile, type Sharing } from '../contacts-api.ts';
import css from '../contacts.module.css';
import { choicesToSend, sameChoices, takesAway, type Choices } from './sharing-choices.ts';

const words: StateWords = {
  pending: 'fileAccess.saving',
  complete: 'fileAccess.saved',
  error: 'fileAccess.notSaved',
};

const groupTitles: Readonly<Record<FileCategory, PlainTextKey>> = {
  ACP: 'fileAccess.group.acp',
  ADDITIONAL_DOCUMENT: 'fileAccess.group.additional',
  WISHES: 'fileAccess.group.wishes',
};

const choicesOf = ({ plan_shared, fullAccess, shared_file_ids }: Sharing['contact']): Choices => ({
  plan_shared: plan_shared || fullAccess,
  fullAccess,
  file_ids: shared_file_ids,
});

/** Choices of what a contact can see, and the action that saves them. */
function useSharing(contact: Sharing['contact']) {
  const { t } = useReading();
  const [saved, setSaved] = useState(() => choicesOf(contact));
  const [choices, setChoices] = useKeptState<Choices>('sharing', saved);
  const send = async (chosen: Choices) => {
    const sent = choicesToSend(chosen);
    await shareFiles(contact.id, sent);
    return sent;
  };
  const action = useAction(send, {
    resetMs: 2500,
    texts: { 'not-found': 'contacts.gone.short' },
    fallback: 'error.share.saveFailed',
    onDone(sent) {
      setSaved(sent);
      showSnackbar(t('success.accessSaved'));
    },
  });
  return { saved, choices, setChoices, action };
}

/** Form to choose what a contact can see: the plan, each file, or everything. Nothing changes before it is saved. */
export function SharingForm({ sharing: { contact, files } }: { sharing: Sharing }) {
  const { t } = useReading();
  const { saved, choices, setChoices, action } = useSharing(contact);
  const { run, state, problems } = action;
  const next = choicesToSend(choices);
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some });
  const toggle = (id: string, on: boolean) =>
    change({ file_ids: [...choices.file_ids.filter((each) => each !== id), ...(on ? [id] : [])] });

  return (
    <div className={css.access}>
      <Heading contact={contact} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(choices);
        }}
      >
        <Checkbox
          look="switch"
          name="fullAccess"
          label={
            <>
              {t('fileAccess.full.label')}
              <small className="optn">{t('fileAccess.full.hint')}</small>
            </>
          }
          checked={choices.fullAccess}
          onChange={(fullAccess) => change({ fullAccess })}
        />
        <PlanGroup contact={contact} choices={choices} onChange={change} />
        <FileGroups contact={contact} files={files} choices={choices} onToggle={toggle} />
        <div role="status">{takesAway(saved, choices) && <Notice>{t('fileAccess.copies')}</Notice>}</div>
        <ProblemList problems={problems} className={css.problems} />
        <div className={css.save}>
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('fileAccess.save')}
          </Button>
        </div>
      </form>
      <LeaveGuard
        lead="fileAccess.leave"
        hasChanges={() => !sameChoices(choicesToSend(saved), next)}
        onLeave={() => setChoices(saved)}
      />
    </div>
  );
}

/** Link back, name of the contact, and whether the contact accepted. */
function Heading({ contact: { name, status, accepted_at } }: Pick<Sharing, 'contact'>) {
  const { t } = useReading();
  const language = useLanguage();
  const day = accepted_at && longDate(melbourneDate(new Date(accepted_at)), language);
  return (
    <>
      <Link to="/trusted-contacts" className={`mini ${css.back}`}>
        <Icon name="chevron-right" small />
        <span>{t('fileAccess.back')}</span>
      </Link>
      <div className="pagehead">
        <div>
          <PageTitle>{t('fileAccess.title', { contact: name })}</PageTitle>
          <p className="lead">{t('fileAccess.lead')}</p>
          {day && <p>{t('fileAccess.accepted', { contact: name, date: day })}</p>}
        </div>
      </div>
      {status === 'pending' && <Notice>{t('fileAccess.pending', { contact: name })}</Notice>}
    </>
  );
}

type GroupProps = Pick<Sharing, 'contact'> & { choices: Choices };

function PlanGroup({
  contact: { name, substitutedDecisionMaker, last_opened_at },
  choices: { fullAccess, plan_shared },
  onChange,
}: GroupProps & { onChange: (some: Partial<Choices>) => void }) {
  const reading = useReading();
  const { t } = reading;
  const shortDate = useShortDate();
  const shared = fullAccess || plan_shared;
  return (
    <fieldset className={css.group}>
      <legend>{inVoice(reading, 'fileAccess.group.plan', 'fileAccess.group.planOnBehalf')}</legend>
      <Checkbox
        look="switch"
        name="plan_shared"
        label={
          <>
            {t('fileAccess.row.plan')}
            <small className="optn">{t('fileAccess.row.planHint')}</small>
            {last_opened_at && (
              <small className="optn">
                {t('fileAccess.row.opened', { date: shortDate(last_opened_at) })}
              </small>
            )}
          </>
        }
        checked={shared}
        off={fullAccess && t('fileAccess.full.on', { contact: name })}
        onChange={(on) => onChange({ plan_shared: on })}
      />
      <div role="status">
        {!shared && (
          <Notice icon={substitutedDecisionMaker ? 'alert' : 'info'}>
            <p>{t('fileAccess.planOff', { contact: name })}</p>
            {substitutedDecisionMaker && <p>{t('fileAccess.planOffSpeaker', { contact: name })}</p>}
          </Notice>
        )}
      </div>
    </fieldset>
  );
}

type FilesProps = GroupProps & {
  files: readonly ShareableFile[];
  onToggle: (id: string, on: boolean) => void;
};

function FileGroups({ contact, files, choices, onToggle }: FilesProps) {
  const { t } = useReading();
  const shortDate = useShortDate();
  const accepted = contact.status === 'accepted';
  const isShared = (id: string) => choices.fullAccess || choices.file_ids.includes(id);
  if (files.length === 0) return <p className={css.none}>{t('fileAccess.none')}</p>;
  return fileCategories.map((category) => {
    const ofCategory = files.filter((file) => file.category === category);
    if (ofCategory.length === 0) return null;
    return (
      <fieldset key={category} className={css.group}>
        <legend>{t(groupTitles[category])}</legend>
        {ofCategory.map(({ id, file_name, shared_at }) => (
          <Checkbox
            key={id}
            look="switch"
            name={id}
            label={
              <>
                <OwnWords>{file_name}</OwnWords>
                {!isShared(id) && <small className="optn">{t('fileAccess.row.off')}</small>}
                {isShared(id) && accepted && shared_at && (
                  <small className="optn">{t('fileAccess.row.since', { date: shortDate(shared_at) })}</small>
                )}
              </>
            }
            checked={isShared(id)}
            off={choices.fullAccess && t('fileAccess.full.on', { contact: contact.name })}
            onChange={(on) => onToggle(id, on)}
          />
        ))}
      </fieldset>
    );
  });
}
