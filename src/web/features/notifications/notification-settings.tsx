import { useState } from 'react';
import { useQuery } from 'urql';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import {
  emailFrequencies,
  frequencies,
  notificationSwitches,
  type NotificationSettings,
  type NotificationSwitch,
} from '../../../domain/accounts/notification-settings.ts';
import { currentClient } from '../../api/client.ts';
import { apiError, type ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckCards, RadioCards } from '../../ui/fields/choices.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useButtonState } from '../../ui/buttons/use-button-state.ts';
import { formRefusal } from '../../forms/form-errors.ts';
import { SettingsFrame } from '../../app/layout/settings-frame.tsx';

const ReadSettings = graphql(`
  query notificationSettings {
    notificationSettings {
      new_customers
      new_users
      acp_completed
      acp_updated
      frequency
      email_frequency
    }
  }
`);

const SaveSettings = graphql(`
  mutation updateNotificationSettings(
    $new_customers: Boolean!
    $new_users: Boolean!
    $acp_completed: Boolean!
    $acp_updated: Boolean!
    $frequency: String!
    $email_frequency: String!
  ) {
    updateNotificationSettings(
      new_customers: $new_customers
      new_users: $new_users
      acp_completed: $acp_completed
      acp_updated: $acp_updated
      frequency: $frequency
      email_frequency: $email_frequency
    ) {
      new_customers
      new_users
      acp_completed
      acp_updated
      frequency
      email_frequency
    }
  }
`);

const switchTexts: Readonly<Record<NotificationSwitch, TextKey>> = {
  new_customers: 'settings.notification.newCustomers',
  new_users: 'settings.notification.newUsers',
  acp_completed: 'settings.notification.acpCompleted',
  acp_updated: 'settings.notification.acpUpdated',
};

const frequencyTexts: Readonly<Record<NotificationSettings['frequency'], TextKey>> = {
  all: 'settings.notification.frequencyAll',
  important: 'settings.notification.frequencyImportant',
  none: 'settings.notification.frequencyNone',
};

const emailTexts: Readonly<Record<NotificationSettings['email_frequency'], TextKey>> = {
  monthly: 'settings.notification.emailMonthly',
  annually: 'settings.notification.emailAnnually',
  never: 'settings.notification.emailNever',
};

/** Milliseconds after which the button is itself again (CONST-02). */
const resetMs = 2500;

/** What staff are told, in Wattle and by mail (SET-04 to SET-06). */
export function Page() {
  const t = useText();
  const [{ data, error }, read] = useQuery({ query: ReadSettings, requestPolicy: 'network-only' });
  const settings = data?.notificationSettings as NotificationSettings | undefined;
  return (
    <SettingsFrame title={t('settings.notification.title')} lead={t('settings.notification.lead')}>
      {settings && <SettingsForm saved={settings} />}
      {!settings && !error && <Spinner />}
      {!settings && error && (
        <div role="alert">
          <p className="err">{t('error.general_error')}</p>
          <Button variant="two" icon="renew" onClick={() => read({ requestPolicy: 'network-only' })}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </SettingsFrame>
  );
}

function SettingsForm({ saved }: { saved: NotificationSettings }) {
  const t = useText();
  const [settings, setSettings] = useState(saved);
  const { state, run } = useButtonState(resetMs);
  const [failure, setFailure] = useState<ApiError>();
  const change = (some: Partial<NotificationSettings>) => setSettings((before) => ({ ...before, ...some }));

  const save = () =>
    void run(async () => {
      setFailure(undefined);
      const { error } = await currentClient().mutation(SaveSettings, settings).toPromise();
      setFailure(apiError(error));
      return error === undefined;
    });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <CheckCards
        name="switches"
        label={t('settings.notification.switches')}
        low
        value={notificationSwitches.filter((name) => settings[name])}
        onChange={(on) =>
          change(Object.fromEntries(notificationSwitches.map((name) => [name, on.includes(name)])))
        }
        choices={notificationSwitches.map((value) => ({ value, label: t(switchTexts[value]) }))}
      />
      <RadioCards
        name="frequency"
        label={t('settings.notification.frequency')}
        hint={t('settings.notification.safetyNote')}
        low
        value={settings.frequency}
        onChange={(value) => change({ frequency: value as NotificationSettings['frequency'] })}
        choices={frequencies.map((value) => ({ value, label: t(frequencyTexts[value]) }))}
      />
      <RadioCards
        name="email_frequency"
        label={t('settings.notification.emailFrequency')}
        hint={t('settings.notification.emailHint')}
        low
        value={settings.email_frequency}
        onChange={(value) => change({ email_frequency: value as NotificationSettings['email_frequency'] })}
        choices={emailFrequencies.map((value) => ({ value, label: t(emailTexts[value]) }))}
      />
      <div role="alert">
        {failure && <p className="err">{formRefusal(failure).map((each) => messageOf(t, each))}</p>}
      </div>
      <Button type="submit" state={state}>
        {t('common.save')}
      </Button>
    </form>
  );
}
