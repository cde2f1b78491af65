import { useMemo, useState } from 'react';
import { careTypeWords, isCareType } from '../../../domain/facilities/care-types.ts';
import { careFacilityList } from '../../../domain/lists/definitions/care-facilities.ts';
import { mapRead } from '../../api/use-read.ts';
import { useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProviderTabs } from '../providers/api.ts';
import { useFacilities, type Facility } from './facilities-api.ts';
import css from './facilities.module.css';
import { AddFacilityDialog, EditFacilityDialog } from './facility-dialog.tsx';

type FacilityColumn = Column<typeof careFacilityList, Facility>;

/** Care facilities, which are not providers, newest first (FAC-01, GAP-101). */
export function Page() {
  const t = useText();
  const state = useList(careFacilityList);
  const read = useFacilities(state.request);
  const [dialog, setDialog] = useState<'add' | Facility>();
  const columns = useColumns(setDialog);
  const close = () => setDialog(undefined);
  const add = (
    <Button icon="plus" aria-haspopup="dialog" onClick={() => setDialog('add')}>
      {t('facilities.add')}
    </Button>
  );
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('facilities.title')}</PageTitle>
          <p className="lead">{t('facilities.lead')}</p>
        </div>
        <div className="acts">{add}</div>
      </div>
      <ProviderTabs />
      <ListView
        state={state}
        read={mapRead(read, (page) => ({ ...page, isExact: page.count_is_exact }))}
        filters={{ search: { label: t('facilities.search.label'), hint: t('facilities.search.hint') } }}
        found={(count) => t('facilities.count', { count })}
        none={<p>{t('facilities.empty')}</p>}
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('facilities.col.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {dialog === 'add' && <AddFacilityDialog onClose={close} />}
      {dialog !== undefined && dialog !== 'add' && (
        <EditFacilityDialog key={dialog.id} facility={dialog} onClose={close} />
      )}
    </>
  );
}

function useColumns(open: (facility: Facility) => void): [FacilityColumn, ...FacilityColumn[]] {
  const t = useText();
  return useMemo(() => {
    const words = (text: string | null) => (text ? <OwnWords>{text}</OwnWords> : t('common.noneValue'));
    return [
      {
        title: t('facilities.col.provider'),
        cell: ({ provider_name, service_name }) => (
          <div className={css.name}>
            <OwnWords>{provider_name}</OwnWords>
            {service_name && (
              <small>
                <OwnWords>{service_name}</OwnWords>
              </small>
            )}
          </div>
        ),
      },
      { title: t('facilities.col.address'), wideOnly: true, cell: ({ address }) => words(address) },
      { title: t('facilities.col.suburb'), cell: ({ suburb }) => words(suburb) },
      { title: t('facilities.col.state'), cell: ({ state }) => words(state) },
      {
        title: t('facilities.col.postcode'),
        cell: ({ postcode }) => <span className="num">{postcode ?? t('common.noneValue')}</span>,
      },
      {
        title: t('facilities.col.careType'),
        cell: ({ care_type }) =>
          care_type !== null && isCareType(care_type) ? t(careTypeWords[care_type]) : words(care_type),
      },
      {
        title: t('facilities.col.customers'),
        numeric: true,
        cell: ({ customers }) => <span className="num">{customers}</span>,
      },
      {
        title: t('common.edit'),
        quietTitle: true,
        inCards: 'foot',
        cell: (facility) => (
          <button
            type="button"
            className="mini"
            aria-haspopup="dialog"
            aria-label={t('facilities.edit', { facility: facility.provider_name })}
            onClick={() => open(facility)}
          >
            {t('common.edit')}
          </button>
        ),
      },
    ];
  }, [t, open]);
}
