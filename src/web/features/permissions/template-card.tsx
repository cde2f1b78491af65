import { useEffect, useState } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import {
  changeOf,
  changesUpon,
  flagNames,
  templates,
  type FlagName,
  type Flags,
  type TemplateId,
} from '../../../domain/permissions/templates.ts';
import type { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { problemOf } from '../../forms/errors/form-errors.ts';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useSpoken } from './use-spoken.ts';
import css from './permissions.module.css';
import type { SavedTemplate } from './permissions-api.ts';
import { RolePreview } from './role-preview.tsx';
import { SaveDialog } from './save-dialog.tsx';

type TemplateCardProps = {
  saved: SavedTemplate;
  onChanged: (id: TemplateId, isChanged: boolean) => void;
};

/** Returns what another person has saved meanwhile, from the details of the refusal; undefined for any other refusal. */
function savedIn({
  details: { saved, version },
}: ApiError): Pick<SavedTemplate, 'flags' | 'version'> | undefined {
  if (typeof version !== 'number' || typeof saved !== 'object' || saved === null) return undefined;
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, Reflect.get(saved, flag) === true]));
  return { version, flags: flags as Flags };
}

/** Returns the messages for a save that the rules forbid: with the providers that would have no user with all rights left. */
const refusalOf = ({ fields, details: { count, providers } }: ApiError): readonly FieldError[] => [
  ...fields,
  ...(typeof count === 'number' && Array.isArray(providers)
    ? [problemOf('permissions.leftAlone', { count, names: providers.join(', ') })]
    : []),
];

/** A template with the unsaved changes of this page, on top of the newest saved state. */
function useChangedTemplate({ saved, onChanged }: TemplateCardProps) {
  const { id } = saved;
  const [base, setBase] = useState(saved);
  const [mine, setMine] = useState(saved.flags);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  // Merges the changes of this page into a template that was read again, or saved by another person.
  const takeIn = (now: Pick<SavedTemplate, 'flags' | 'version'>) => {
    setMine(changesUpon(base.flags, mine, now.flags));
    setBase({ ...base, ...now });
  };
  if (saved.version > base.version) takeIn(saved);
  const change = changeOf(base.flags, mine);
  const isChanged = change.added.length + change.removed.length > 0;
  useEffect(() => onChanged(id, isChanged), [onChanged, id, isChanged]);
  return {
    base,
    mine,
    change,
    isChanged,
    problems,
    toggle(flag: FlagName, isOn: boolean) {
      setProblems([]);
      setMine({ ...mine, [flag]: isOn });
    },
    keepSaved: (version: number) => setBase({ ...base, version, flags: mine }),
    refuse(error: ApiError) {
      const now = savedIn(error);
      if (now) takeIn(now);
      setProblems(now ? [problemOf('permissions.meanwhile')] : refusalOf(error));
    },
  };
}

/** One template with a plain sentence for each flag, its effect on the menu, and a button that asks before it saves. */
export function TemplateCard({ saved, onChanged }: TemplateCardProps) {
  const t = useText();
  const { id } = saved;
  const template = templates[id];
  const [asks, setAsks] = useState(false);
  const { unsaved } = useSpoken();
  const { base, mine, change, isChanged, problems, ...edit } = useChangedTemplate({ saved, onChanged });
  const title = t(template.title);
  const said = `permissions-${id}`;
  return (
    <Card title={title} lead={t(template.hint)} className={css.card}>
      <p>{t('permissions.users', { count: saved.users })}</p>
      <FlagFields id={id} flags={mine} onToggle={edit.toggle} />
      <div className={css.save}>
        <Button
          off={isChanged ? false : t('permissions.nothingToSave')}
          aria-haspopup="dialog"
          aria-describedby={said}
          onClick={() => setAsks(true)}
        >
          {t('permissions.save')}
          <span className="vh">: {title}</span>
        </Button>
        <div id={said} role="status">
          {isChanged
            ? unsaved(change).map((words) => <p key={words}>{words}</p>)
            : problems.length === 0 && <p className="quiet">{t('permissions.nothingToSave')}</p>}
        </div>
      </div>
      <ProblemList problems={problems} />
      <Disclosure summary={t('permissions.preview.title')} of={title}>
        <RolePreview id={id} before={base.flags} after={mine} />
      </Disclosure>
      {asks && (
        <SaveDialog
          template={{ ...base, users: saved.users }}
          flags={mine}
          onClose={() => setAsks(false)}
          onSaved={(version) => {
            edit.keepSaved(version);
            setAsks(false);
          }}
          onRefused={(error) => {
            edit.refuse(error);
            setAsks(false);
          }}
        />
      )}
    </Card>
  );
}

type FlagFieldsProps = {
  id: TemplateId;
  flags: Flags;
  onToggle: (flag: FlagName, isOn: boolean) => void;
};

/** The flags, with what each one permits. Those that the template cannot have are disabled. */
function FlagFields({ id, flags, onToggle }: FlagFieldsProps) {
  const t = useText();
  const template = templates[id];
  return (
    <fieldset className={`opts ${css.flags}`}>
      <legend className="vh">{t('permissions.may', { role: t(template.title) })}</legend>
      {flagNames.map((flag) => {
        const isPart = template.flags.includes(flag);
        return (
          <label key={flag} className={classNames('opt', css.flag, !isPart && css.off)} data-one-tap="">
            <input
              type="checkbox"
              name={`${id}-${flag}`}
              checked={flags[flag]}
              disabled={!isPart}
              onChange={({ target }) => onToggle(flag, target.checked)}
            />
            <span>
              {t(`permissions.flag.${flag}`)}
              <small className="optn">
                {t(isPart ? template.rights[flag] : 'permissions.right.notInRole')}
              </small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
