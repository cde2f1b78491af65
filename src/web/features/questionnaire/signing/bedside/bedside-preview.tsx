import { inVoice } from '../../../../../domain/questionnaire/reading/present.ts';
import { graphql } from '../../../../api/graphql.ts';
import { mapFound, useRead } from '../../../../api/use-read.ts';
import { useLanguage } from '../../../../app/texts.tsx';
import type { Plan } from '../../../../plan-view/plan.ts';
import { useReading } from '../../../../plan-view/reading.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import css from './bedside.module.css';
import { FirstScreen } from './first-screen.tsx';

const PreviewEmergency = graphql(`
  query previewEmergency($user_id: ID!, $language: Language!) {
    previewEmergency(user_id: $user_id, language: $language) {
      first_screen
      styles
    }
  }
`);

/** Every type whose change can change the first screen. */
const types = ['Acp', 'SavedAnswers', 'TrustedContact', 'User', 'File'];

/** First screen that staff would see with the card if the plan were signed as it is saved now. */
export function BedsidePreview({ plan, incomplete }: { plan: Plan; incomplete: boolean }) {
  const reading = useReading();
  const { t } = reading;
  const language = useLanguage();
  const read = mapFound(
    useRead(PreviewEmergency, { user_id: plan.user_id, language }, { fresh: true, types }),
    (data) => data.previewEmergency,
  );
  return (
    <section className={css.bedside} aria-labelledby="bedside-title">
      <h2 id="bedside-title">{t('bedside.title')}</h2>
      <p>{inVoice(reading, 'bedside.lead', 'onBehalf.bedside.lead')}</p>
      {incomplete && <p>{t('bedside.missing')}</p>}
      <div className={css.phone}>
        <Loaded read={read}>
          {({ first_screen, styles }) => (
            <FirstScreen html={first_screen} styles={styles} language={language} />
          )}
        </Loaded>
      </div>
      <p className="quiet">{inVoice(reading, 'bedside.below', 'onBehalf.bedside.below')}</p>
    </section>
  );
}
