import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  connectionForm,
  type ConnectionWords,
} from '../../../../domain/inputs/sign-in/provider-connection.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ApiError } from '../../../api/errors.ts';
import { problemOf } from '../../../forms/errors/form-errors.ts';
import { messageOf } from '../../../forms/errors/messages.ts';
import { FormPasswordField, FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { newerOf } from '../../../forms/unsaved/merge-conflict.ts';
import { useAction } from '../../../forms/use-action.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import {
  checkConnection,
  problemKey,
  saveConnection,
  useConnection,
  type Connection,
} from './connection-api.ts';
import { Removing } from './removing.tsx';
import css from './connection.module.css';

const savingWords: StateWords = {
  pending: 'providers.connection.pending',
  complete: 'providers.connection.complete',
  error: 'providers.connection.failed',
};

const checkingWords: StateWords = {
  pending: 'providers.connection.checking',
  complete: 'providers.connection.checked',
  error: 'providers.connection.notChecked',
};

type ConnectionDialogProps = {
  provider: { id: string; name: string };
  onDone: () => void;
  onClose: () => void;
};

/** Sets up where the staff of an external provider sign in (D-50). */
export function ConnectionDialog({ provider, onDone, onClose }: ConnectionDialogProps) {
  const t = useText();
  const read = useConnection(provider.id);
  const closeRef = useRef(onClose);
  const [removed, setRemoved] = useState<Connection>();
  if (removed) return <Removing provider={provider} connection={removed} onDone={onDone} onClose={onClose} />;
  return (
    <Modal
      open
      width={680}
      onClose={() => closeRef.current()}
      title={<OwnWords>{t('providers.connection.title', { provider: provider.name })}</OwnWords>}
      lead={t('providers.connection.lead')}
    >
      <Loaded read={read}>
        {(connection) => (
          <ConnectionForm
            connection={connection}
            closeRef={closeRef}
            onDone={onDone}
            onClose={onClose}
            onRemove={() => setRemoved(connection)}
          />
        )}
      </Loaded>
    </Modal>
  );
}

type ConnectionFormProps = Omit<ConnectionDialogProps, 'provider'> & {
  connection: Connection;
  /** Function that closes the surrounding dialog. */
  closeRef: RefObject<() => void>;
  onRemove: () => void;
};

/** The form of a connection, and its save, which names the version that it is based on. */
function useConnectionForm(
  { provider_id: id, issuer, client_id, version }: Connection,
  { onDone, onClose }: Pick<ConnectionDialogProps, 'onDone' | 'onClose'>,
) {
  const t = useText();
  const known = useRef({ version, saved: { issuer, client_id } });
  const form = useZodForm(connectionForm, { issuer, client_id, client_secret: '' });
  const submission = useSubmit(
    form,
    async (values: ConnectionWords) => {
      try {
        return await saveConnection(id, known.current.version, values);
      } catch (thrown) {
        const newer = thrown instanceof ApiError ? newerOf(thrown) : undefined;
        // The message shows what is saved now; another press of the button replaces it.
        if (newer)
          known.current = {
            version: newer.version,
            saved: { issuer: newer.saved['issuer'] ?? '', client_id: newer.saved['client_id'] ?? '' },
          };
        throw thrown;
      }
    },
    {
      resetMs: adminResetMs.save,
      texts: {
        conflict: () => [
          known.current.version === 0
            ? problemOf('providers.connection.removedMeanwhile')
            : problemOf('providers.connection.changed', {
                issuer: known.current.saved.issuer,
                client: known.current.saved.client_id,
              }),
        ],
        'not-found': 'error.provider.gone',
      },
      onDone() {
        showSnackbar(t('providers.connection.saved'));
        onDone();
        onClose();
      },
    },
  );
  return { form, ...submission };
}

function ConnectionForm({ connection, closeRef, onDone, onClose, onRemove }: ConnectionFormProps) {
  const t = useText();
  const [first] = useState(connection);
  const { checked_at, callback_url, sign_in_url } = first;
  const isSaved = checked_at !== null;
  const { form, submit, state, problems } = useConnectionForm(first, { onDone, onClose });
  const { close, question } = useCloseGuard(form, onClose);
  useEffect(() => {
    closeRef.current = close;
  });
  return (
    <>
      {isSaved && <LastCheck connection={connection} />}
      <Address
        label={t('providers.connection.callback')}
        hint={t('providers.connection.callbackHint')}
        address={callback_url}
      />
      <Form form={form} onSubmit={submit} problems={problems} prefix="connection" className={css.form}>
        <ConnectionFields isSaved={isSaved} />
        {isSaved && (
          <Address
            label={t('providers.connection.address')}
            hint={t('providers.connection.addressHint')}
            address={sign_in_url}
          />
        )}
        <div className="modalfoot">
          <Button type="submit" state={state} words={savingWords} keepsRoom>
            {t('providers.connection.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
      {isSaved && (
        <Button variant="text" className={css.remove} off={state === 'pending'} onClick={onRemove}>
          {t('providers.connection.remove')}
        </Button>
      )}
      {question}
    </>
  );
}

/** Issuer, client id and secret. */
function ConnectionFields({ isSaved }: { isSaved: boolean }) {
  const t = useText();
  return (
    <>
      <FormTextField
        name="issuer"
        label={t('providers.connection.issuer')}
        hint={t('providers.connection.issuerHint')}
        autoComplete="off"
        required
      />
      <FormTextField
        name="client_id"
        label={t('providers.connection.clientId')}
        autoComplete="off"
        required
      />
      <FormPasswordField
        name="client_secret"
        label={t('providers.connection.secret')}
        hint={t(isSaved ? 'providers.connection.secretKept' : 'providers.connection.secretHint')}
        autoComplete="new-password"
        required={!isSaved}
      />
    </>
  );
}

/** An address to copy. */
function Address({ label, hint, address }: { label: string; hint: string; address: string }) {
  return (
    <div className={css.address}>
      <b>{label}</b>
      <code>{address}</code>
      <span className="small quiet">{hint}</span>
    </div>
  );
}

/** Result of the last check, and the button for another one. */
function LastCheck({ connection }: { connection: Connection }) {
  const t = useText();
  const dateOf = useShortDate();
  const [{ checked_at, last_error }, setChecked] =
    useState<Pick<Connection, 'checked_at' | 'last_error'>>(connection);
  const { run, state, problems } = useAction(() => checkConnection(connection.provider_id), {
    resetMs: adminResetMs.save,
    onDone: setChecked,
  });
  return (
    <div className={css.check}>
      <Notice icon={last_error === null ? 'circle-check' : 'circle-alert'} live>
        {last_error === null
          ? t('providers.connection.checkedAt', { date: dateOf(checked_at ?? '') })
          : t('providers.connection.problem', { problem: t(problemKey(last_error)) })}
      </Notice>
      {problems.map((problem) => (
        <p key={problem.message} className="err" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button variant="two" state={state} words={checkingWords} keepsRoom onClick={() => void run()}>
        {t('providers.connection.check')}
      </Button>
    </div>
  );
}
