import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import {
  emailFrequencies,
  frequencies,
  notificationSwitches,
  type NotificationSettings,
  type NotificationSwitch,
} from '../../../domain/accounts/notification-settings.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { oneOf } from '../../api/one-of.ts';
import { mapRead, useRead } from '../../api/use-read.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckCards, RadioCards } from '../../ui/fields/choices.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { useKeptState } from '../../forms/unsaved/kept-words.ts';
import { useAction } from '../../forms/use-action.ts';
import { SettingsFrame } from '../../app/layout/settings-frame.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';

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

const switchTexts: Readonly<Record<NotificationSwitch, PlainTextKey>> = {
  new_customers: 'settings.notification.newCustomers',
  new_users: 'settings.notification.newUsers',
  acp_completed: 'settings.notification.acpCompleted',
  acp_updated: 'settings.notification.acpUpdated',
};

const frequencyTexts: Readonly<Record<NotificationSettings['frequency'], PlainTextKey>> = {
  all: 'settings.notification.frequencyAll',
  important: 'settings.notification.frequencyImportant',
  none: 'settings.notification.frequencyNone',
};

const emailTexts: Readonly<Record<NotificationSettings['email_frequency'], PlainTextKey>> = {
  monthly: 'settings.notification.emailMonthly',
  annually: 'settings.notification.emailAnnually',
  never: 'settings.notification.emailNever',
};

const settingsOf = ({ notificationSettings }: ResultOf<typeof ReadSettings>): NotificationSettings =>
  notificationSettings;

/** Settings of notifications for staff, in Wattle and by mail (SET-04 to SET-06). */
export function Page() {
  const t = useText();
  const read = mapRead(useRead(ReadSettings, {}, { fresh: true }), settingsOf);
  return (
    <SettingsFrame title={t('settings.notification.title')} lead={t('settings.notification.lead')}>
      <Loaded read={read}>{(settings) => <SettingsForm saved={settings} />}</Loaded>
    </SettingsFrame>
  );
}

function SettingsForm({ saved }: { saved: NotificationSettings }) {
  const t = useText();
  const [settings, setSettings] = useKeptState('settings', saved);
  const { run, state, problems } = useAction((sent: NotificationSettings) => call(SaveSettings, sent), {
    resetMs: adminResetMs.save,
  });
  const change = (some: Partial<NotificationSettings>) => setSettings({ ...settings, ...some });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(settings);
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
        onChange={(value) => change({ frequency: oneOf(frequencies, value) })}
        choices={frequencies.map((value) => ({ value, label: t(frequencyTexts[value]) }))}
      />
      <RadioCards
        name="email_frequency"
        label={t('settings.notification.emailFrequency')}
        hint={t('settings.notification.emailHint')}
        low
        value={settings.email_frequency}
        onChange={(value) => change({ email_frequency: oneOf(emailFrequencies, value) })}
        choices={emailFrequencies.map((value) => ({ value, label: t(emailTexts[value]) }))}
      />
      <ProblemList problems={problems} />
      <Button type="submit" state={state}>
        {t('common.save')}
      </Button>
    </form>
  );
}
