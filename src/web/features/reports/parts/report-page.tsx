import type { ReactNode } from 'react';
import { evidencePath } from '../../../../domain/reports/report-lists.ts';
import type { ListDefinition } from '../../../../domain/lists/list.ts';
import { requestParameters } from '../../../../domain/lists/request.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { Read } from '../../../api/use-read.ts';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { useIsPlatform } from '../../../app/use-is-platform.ts';
import type { FilterLabels } from '../../../lists/filter-bar.tsx';
import { ListView } from '../../../lists/list-view.tsx';
import type { ListState } from '../../../lists/use-list.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { AnchorButton, LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import css from './reports.module.css';

type ReportPageProps<List extends ListDefinition, Row> = {
  title: string;
  lead: string;
  state: ListState<List>;
  read: Read<Page<Row>>;
  filters: FilterLabels<List>;
  /** The sentence, the figures and the rows. */
  children: (rows: readonly Row[]) => ReactNode;
  /** The sentence for a report without rows. */
  none: ReactNode;
  /** Content between the rows and the paper for an assessor. */
  after?: ReactNode;
  /** Whether the file names people. */
  namesPeople?: boolean;
  /** Whether the paper with evidence for an assessor is offered. */
  hasEvidence?: boolean;
};

/** A report: filters, the sentence that answers its question, figures, rows and the file (GAP-114). */
export function ReportPage<List extends ListDefinition, Row>({
  title,
  lead,
  state,
  read,
  filters,
  children,
  none,
  after,
  namesPeople = false,
  hasEvidence = false,
}: ReportPageProps<List, Row>) {
  const t = useText();
  const language = useLanguage();
  if (!read.data && read.failed?.code === 'forbidden')
    return (
      <MessagePage
        title={t('system.noAccess.title')}
        action={<LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>}
      >
        {t('system.noAccess.body')}
      </MessagePage>
    );
  return (
    <div className={css.report}>
      <div className="pagehead">
        <div>
          <PageTitle>{title}</PageTitle>
          <p className="lead">{lead}</p>
        </div>
        <div className="acts">
          <PaperLink state={state} />
        </div>
      </div>
      <ListView state={state} read={read} filters={filters} none={none} alwaysFilters>
        {children}
      </ListView>
      {after}
      {hasEvidence && <Evidence state={state} />}
      <p className={css.foot}>
        {sentences(
          language,
          t('reports.noHealth'),
          t('reports.csvLogged'),
          ...(namesPeople ? [t('reports.csvCare')] : []),
        )}
      </p>
    </div>
  );
}

/** Returns the filters of the page as the query of an address, with its question mark. */
function queryOf<List extends ListDefinition>({ list, request }: ListState<List>): string {
  const parameters = Object.entries(requestParameters(list, { ...request, page: 1 })).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const query = new URLSearchParams(parameters).toString();
  return query && `?${query}`;
}

/** The paper with evidence for an assessor, of the provider, houses and months that are chosen on the page. */
function Evidence<List extends ListDefinition>({ state }: { state: ListState<List> }) {
  const t = useText();
  const isPlatform = useIsPlatform();
  const query = queryOf(state);
  const isChosen = new URLSearchParams(query).has('provider_id');
  const mustChoose = isPlatform && !isChosen;
  return (
    <section className={css.evidence}>
      <h2>{t('evidence.title')}</h2>
      <p>{t(mustChoose ? 'evidence.choose' : 'evidence.lead')}</p>
      {!mustChoose && (
        <AnchorButton href={`${evidencePath}${query}`} variant="two" icon="download" download="evidence.pdf">
          {t('evidence.download')}
        </AnchorButton>
      )}
    </section>
  );
}

/** Downloads the report on paper, with the filters of the page. */
function PaperLink<List extends ListDefinition>({ state }: { state: ListState<List> }) {
  const t = useText();
  const { list } = state;
  return (
    <AnchorButton
      href={`/api/reports/${list.name}.pdf${queryOf(state)}`}
      variant="two"
      icon="download"
      download={`${list.name}.pdf`}
    >
      {t('reports.pdf.download')}
    </AnchorButton>
  );
}

/** The sentence that answers the question of a report. */
export const Sentence = ({ children }: { children: ReactNode }) => <p className={css.sentence}>{children}</p>;

/** Sentences about how the numbers are counted. */
export function Note({ texts }: { texts: readonly (string | false)[] }) {
  const language = useLanguage();
  return <p className={css.note}>{sentences(language, ...texts.filter((text) => text !== false))}</p>;
}
