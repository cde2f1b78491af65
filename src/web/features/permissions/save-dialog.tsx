import { useState } from 'react';
import { permissionRoleUserList } from '../../../domain/lists/definitions/permission-role-users.ts';
import { fullName } from '../../../domain/names.ts';
import { changeOf, templates, type Flags } from '../../../domain/permissions/templates.ts';
import type { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { StepPager } from '../../lists/step-pager.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './permissions.module.css';
import { saveTemplate, useTemplateUsers, type SavedTemplate } from './permissions-api.ts';
import { RolePreview } from './role-preview.tsx';
import { useSpoken } from './use-spoken.ts';

const words: StateWords = {
  pending: 'permissions.pending',
  complete: 'permissions.complete',
  error: 'permissions.failed',
};

type SaveDialogProps = {
  template: SavedTemplate;
  flags: Flags;
  onClose: () => void;
  onSaved: (version: number) => void;
  /** Called if another person has saved first, or the rules forbid the change. */
  onRefused: (error: ApiError) => void;
};

/** Shows before a template is saved what its users gain and lose, what they will see, and who they are. */
export function SaveDialog({ template, flags, onClose, onSaved, onRefused }: SaveDialogProps) {
  const t = useText();
  const { effect } = useSpoken();
  const { id, version, flags: before } = template;
  const [offset, setOffset] = useState(0);
  const users = useTemplateUsers(id, offset);
  const [known, setKnown] = useState<number>();
  const latest = users.data?.count ?? known;
  if (latest !== known) setKnown(latest);
  const count = latest ?? template.users;
  const { run, state, problems } = useAction(() => saveTemplate(id, version, flags), {
    resetMs: adminResetMs.save,
    onDone({ updatePermissionRole }) {
      showSnackbar(t('success.permissionsSaved'));
      onSaved(updatePermissionRole.version);
    },
    onFailed(error) {
      if (error.code === 'conflict') onRefused(error);
    },
  });
  return (
    <Modal
      open
      width={680}
      role="alertdialog"
      onClose={onClose}
      stickyFoot
      title={t('permissions.confirm.title', { role: t(templates[id].title) })}
      foot={
        <>
          <Button state={state} words={words} keepsRoom onClick={() => void run()}>
            {t('permissions.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        {count === 0 ? (
          <p>{t('permissions.noUsers')}</p>
        ) : (
          effect(changeOf(before, flags), count).map((said) => <p key={said}>{said}</p>)
        )}
        <h3>{t('permissions.preview.title')}</h3>
        <RolePreview id={id} before={before} after={flags} />
        {count > 0 && (
          <>
            <h3>{t('permissions.affected.title')}</h3>
            <AffectedUsers read={users} offset={offset} onOffset={setOffset} />
          </>
        )}
        <ProblemList problems={problems} />
      </div>
    </Modal>
  );
}

type AffectedUsersProps = {
  read: ReturnType<typeof useTemplateUsers>;
  offset: number;
  onOffset: (offset: number) => void;
};

/** Users of the template, by page. */
function AffectedUsers({ read, offset, onOffset }: AffectedUsersProps) {
  return (
    <Loaded read={read}>
      {({ count, count_is_exact: isExact, data }) => (
        <>
          <ul className={css.users}>
            {data.map(({ id, email, provider, ...name }) => (
              <li key={id}>
                <OwnWords>{fullName(name) || email}</OwnWords>
                <small>{provider !== null && <OwnWords>{provider}</OwnWords>}</small>
              </li>
            ))}
          </ul>
          <StepPager
            total={{ count, isExact }}
            offset={offset}
            shown={data.length}
            pageSize={permissionRoleUserList.pageSize}
            onOffset={onOffset}
          />
        </>
      )}
    </Loaded>
  );
}
