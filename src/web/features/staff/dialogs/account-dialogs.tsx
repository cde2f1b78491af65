import type { ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import type { Action } from '../../../forms/use-action.ts';
import { Button, type ButtonVariant } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { reactivateStaff, removeStaff, resendInvitation, suspendStaff } from '../staff-api.ts';
import { staffName } from '../staff.ts';
import css from '../staff.module.css';
import { useStaffAction, type StaffDialogProps } from './use-staff-action.ts';

type AskProps = {
  title: string;
  lead: string;
  button: PlainTextKey;
  pending: PlainTextKey;
  variant?: ButtonVariant;
  /** Whether there is only text to read, and no action. */
  off?: boolean;
  action: Action<[]>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for confirmation before a change to a staff member. */
function AskDialog({
  title,
  lead,
  button,
  pending,
  variant,
  off = false,
  action,
  onClose,
  children,
}: AskProps) {
  const t = useText();
  const { run, state, problems } = action;
  const words = { pending, complete: 'common.saved', error: 'users.action.failed' } as const;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      lead={<OwnWords>{lead}</OwnWords>}
      foot={
        <>
          {!off && (
            <Button variant={variant} state={state} words={words} keepsRoom onClick={() => void run()}>
              {t(button)}
            </Button>
          )}
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t(off ? 'common.close' : 'common.cancel')}
          </Button>
        </>
      }
    >
      {children}
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}

/** Suspends a staff member. */
export function SuspendDialog(props: StaffDialogProps) {
  const t = useText();
  const { id, status } = props.staff;
  const name = staffName(props.staff);
  const action = useStaffAction(props, () => suspendStaff(id, status), t('users.suspend.done', { name }));
  return (
    <AskDialog
      title={t('users.suspend.title', { name })}
      lead={t('users.suspend.body')}
      button="users.suspend.button"
      pending="users.suspend.pending"
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Ends a suspension. */
export function ReactivateDialog(props: StaffDialogProps) {
  const t = useText();
  const { id, status } = props.staff;
  const name = staffName(props.staff);
  const done = t('users.reactivate.done', { name });
  const action = useStaffAction(props, () => reactivateStaff(id, status), done);
  return (
    <AskDialog
      title={t('users.reactivate.title', { name })}
      lead={t('users.reactivate.body')}
      button="users.reactivate.button"
      pending="users.reactivate.pending"
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Sends an invitation again. */
export function ResendDialog(props: StaffDialogProps) {
  const t = useText();
  const { id } = props.staff;
  const name = staffName(props.staff);
  const action = useStaffAction(props, () => resendInvitation(id), t('users.resend.done'));
  return (
    <AskDialog
      title={t('users.resend.title', { name })}
      lead={t('users.resend.body')}
      button="users.resend.button"
      pending="users.resend.pending"
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Removes a staff member. A contact person cannot be removed until there is another one. */
export function RemoveDialog(props: StaffDialogProps) {
  const t = useText();
  const { id, status, is_contact } = props.staff;
  const name = staffName(props.staff);
  const action = useStaffAction(props, () => removeStaff(id, status), t('users.remove.done', { name }));
  return (
    <AskDialog
      title={t('confirm.userDelete.title', { name })}
      lead={is_contact ? t('users.remove.contactFirst', { name }) : t('confirm.userDelete.body')}
      button="users.remove.button"
      pending="users.remove.pending"
      variant="danger"
      off={is_contact}
      action={action}
      onClose={props.onClose}
    >
      {!is_contact && (
        <div className={css.said}>
          <p>
            <OwnWords>{t('users.remove.records', { name })}</OwnWords>
          </p>
          <p>{t('users.remove.again')}</p>
        </div>
      )}
    </AskDialog>
  );
}
