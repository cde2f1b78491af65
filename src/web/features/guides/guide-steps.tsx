import type { Guide } from '../../../domain/guides.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { site } from '../../app/site.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { PdfButton, PdfProblem, useDownloadFrom } from '../../plan-view/pdf/download-pdf.tsx';
import { healthRecordPdfPath } from '../../plan-view/pdf/pdf-file.ts';
import { sentences } from '../../plan-view/sentences.ts';
import { AnchorButton } from '../../ui/buttons/link-button.tsx';
import { Custodian } from './custodian.tsx';
import css from './guides.module.css';
import type { OwnGuides } from './guides-api.ts';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

type Step = {
  title: PlainTextKey;
  body: PlainTextKey;
  note?: PlainTextKey;
  act?: 'pdf' | 'outside' | 'custodian';
};

const steps: Readonly<Record<Guide, readonly Step[]>> = {
  record: [
    {
      title: 'health.record.step1.title',
      body: 'health.record.step1.body',
      note: 'health.record.step1.note',
      act: 'pdf',
    },
    { title: 'health.record.step2.title', body: 'health.record.step2.body', act: 'outside' },
    {
      title: 'health.record.step3.title',
      body: 'health.record.step3.body',
      note: 'health.record.step3.note',
      act: 'custodian',
    },
    { title: 'health.record.step4.title', body: 'health.record.step4.body' },
  ],
  donor: [
    { title: 'health.donor.step1.title', body: 'health.donor.step1.body' },
    {
      title: 'health.donor.step2.title',
      body: 'health.donor.step2.body',
      note: 'health.donor.step2.note',
      act: 'outside',
    },
    { title: 'health.donor.step3.title', body: 'health.donor.step3.body' },
    { title: 'health.donor.step4.title', body: 'health.donor.step4.body' },
  ],
};

const outside = {
  record: { href: site.healthRecordUrl, label: 'health.record.step2.button' },
  donor: { href: site.organDonorUrl, label: 'health.donor.step2.button' },
} as const;

/** Further information, below the steps. The last line is for people who keep the record of another person (D-02). */
const more: Readonly<Record<Guide, readonly PlainTextKey[]>> = {
  record: ['health.record.noUpload', 'health.record.notOnline', 'health.record.help', 'health.record.none'],
  donor: ['health.donor.planLink', 'health.donor.help'],
};

/** Requirements, the numbered steps, and further information. */
export function GuideSteps({ guide, own }: { guide: Guide; own: OwnGuides }) {
  const said = useVoicedText();
  const t = useText();
  const total = steps[guide].length;
  const lines = [
    ...more[guide],
    ...(guide === 'record' && !own.for_my_self ? (['health.record.behalf'] as const) : []),
  ];
  return (
    <>
      <h3>{t(`health.${guide}.need.title`)}</h3>
      <p>{said(`health.${guide}.need.p1`)}</p>
      <ol className={css.steps}>
        {steps[guide].map(({ title, body, note, act }, index) => (
          <li key={title}>
            <p className={css.number}>{t('health.stepLabel', { step: index + 1, total })}</p>
            <h3>{said(title)}</h3>
            <p>{said(body)}</p>
            {act === 'pdf' && own.acps[0]?.status === 'complete' && <DownloadPlan />}
            {act === 'outside' && <OutsideLink guide={guide} />}
            {act === 'custodian' && <Custodian />}
            {note && <p className="small quiet">{t(note)}</p>}
          </li>
        ))}
      </ol>
      <div className={css.more}>
        {lines.map((line) => (
          <p key={line}>{t(line)}</p>
        ))}
      </div>
    </>
  );
}

function DownloadPlan() {
  const pdf = useDownloadFrom(healthRecordPdfPath);
  return (
    <div>
      <PdfProblem {...pdf} />
      <PdfButton {...pdf} label="health.record.step1.button" />
    </div>
  );
}

/** Link to the national site, without a referrer (GAP-25). */
function OutsideLink({ guide }: { guide: Guide }) {
  const t = useText();
  const language = useLanguage();
  const { href, label } = outside[guide];
  return (
    <AnchorButton variant="two" icon="external" href={href} target="_blank" rel="noreferrer">
      {sentences(language, t(label), t('common.newTab'))}
    </AnchorButton>
  );
}
