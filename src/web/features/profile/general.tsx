import { useState } from 'react';
import { dateFormats, displayDate, melbourneDate, type DateFormat } from '../../../domain/fields.ts';
import { languages, type Language } from '../../../domain/i18n/texts.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import { oneOf } from '../../api/one-of.ts';
import { useAppearance } from '../../app/look/appearance.ts';
import { themes, type Theme } from '../../app/look/look.ts';
import type { SessionUser } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { langOf } from '../../app/language.ts';
import { changeLanguage, ownName, useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { RadioCards } from '../../ui/fields/choices.tsx';
import { useKeptState } from '../../forms/unsaved/kept-words.ts';
import { useAction } from '../../forms/use-action.ts';
import { SettingsFrame } from '../../app/layout/settings-frame.tsx';

const UpdateGeneral = graphql(`
  mutation updateGeneral($language: String!, $date_format: String!) {
    updateLanguage(language: $language) {
      id
      language
    }
    updateDateFormat(date_format: $date_format) {
      id
      date_format
    }
  }
`);

/** Time after which the button returns to its initial state, in milliseconds (CONST-02). */
const resetMs = 2500;

/** General settings of every role: language, format of dates, text size, and light or dark theme (GAP-76). */
export function Page() {
  const t = useText();
  const user = useSession();
  return (
    <SettingsFrame title={t('settings.general.title')}>{user && <GeneralForm user={user} />}</SettingsFrame>
  );
}

/** Chosen settings, which are kept until they are saved, and the action that saves them. */
function useGeneralSettings(user: SessionUser) {
  const { theme, setTheme, largeText, setLargeText } = useAppearance();
  // The bar has a language button too: its choice applies until another one is made here.
  const [picked, setPicked] = useKeptState<Language | undefined>('language', undefined);
  const [format, setFormat] = useKeptState<DateFormat>('date_format', user.date_format);
  const [colours, setColours] = useKeptState<Theme>('theme', theme);
  const [large, setLarge] = useKeptState('text_size', largeText);
  const send = async (newLanguage: Language, date_format: DateFormat, newTheme: Theme, isLarge: boolean) => {
    await call(UpdateGeneral, { language: newLanguage, date_format });
    setLargeText(isLarge);
    setTheme(newTheme);
    // Staff in the account keep their own language.
    if (!user.acting)
      await changeLanguage(newLanguage).catch(() => Promise.reject(new ApiError('unavailable')));
    setPicked(undefined);
  };
  const language = picked ?? user.language;
  const { run, state, problems } = useAction(send, { resetMs });
  return {
    ...{ language, setLanguage: setPicked, format, setFormat, colours, setColours, large, setLarge },
    ...{ save: () => run(language, format, colours, large), state, problems },
  };
}

function GeneralForm({ user }: { user: SessionUser }) {
  const t = useText();
  const [today] = useState(() => melbourneDate(Date.now()));
  const settings = useGeneralSettings(user);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void settings.save();
      }}
    >
      <RadioCards
        name="language"
        label={t('settings.general.language')}
        hint={t('settings.general.languageHint')}
        columns={2}
        low
        value={settings.language}
        onChange={(value) => settings.setLanguage(oneOf(languages, value))}
        choices={languages.map((value) => ({
          value,
          label: <span lang={langOf[value]}>{ownName[value]}</span>,
        }))}
      />
      <RadioCards
        name="date_format"
        label={t('settings.general.dateFormat')}
        low
        value={settings.format}
        onChange={(value) => settings.setFormat(oneOf(dateFormats, value))}
        choices={dateFormats.map((value) => ({ value, label: value, note: displayDate(today, value) }))}
      />
      <RadioCards
        name="text_size"
        label={t('settings.general.textSize')}
        columns={2}
        low
        value={settings.large ? 'large' : 'normal'}
        onChange={(value) => settings.setLarge(value === 'large')}
        choices={[
          { value: 'normal', label: t('settings.general.textNormal') },
          { value: 'large', label: t('settings.general.textLarge') },
        ]}
      />
      <RadioCards
        name="theme"
        label={t('settings.general.theme')}
        low
        value={settings.colours}
        onChange={(value) => settings.setColours(oneOf(themes, value))}
        choices={themes.map((value) => ({ value, label: t(`settings.general.theme.${value}`) }))}
      />
      <ProblemList problems={settings.problems} />
      <Button type="submit" state={settings.state}>
        {t('common.save')}
      </Button>
    </form>
  );
}
