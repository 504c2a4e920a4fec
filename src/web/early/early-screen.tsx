import type { ListRequest } from '#contract/video-tasks.ts'
import { AccountButton } from '#web/accounts/account-button.tsx'
import type { EarlyAccount } from '#web/early/early-request.ts'
import { withTotalOfPage } from '#web/task-list/status-totals.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { NotStarted } from '#web/early/not-started.tsx'
import { m } from '#web/messages/generated/messages.js'
import { chosenTheme } from '#web/shell/choices.ts'
import { ControlButtons } from '#web/shell/control-buttons.tsx'
import { FooterPlace, Frame } from '#web/shell/frame.tsx'
import { FilterBar, ListChoices } from '#web/tasks/filters/filter-bar.tsx'
import { FiltersButton } from '#web/tasks/filters/filters-button.tsx'
import { factsPlace, notePlace } from '#web/tasks/header-places.ts'
import { isSameList, listPage, type ListPage } from '#web/task-list/list-page.ts'
import type { ListView } from '#web/tasks/views/list-view.ts'
import { ListToolButtons } from '#web/tasks/list-tool-buttons.tsx'
import { AutoRefreshSwitch } from '#web/tasks/refresh/auto-refresh-switch.tsx'
import { SelectBox } from '#web/tasks/selection/select-box.tsx'
import type { Column } from '#web/tasks/table/columns.tsx'
import { Pagination } from '#web/tasks/table/pagination.tsx'
import { Body, EvidenceLegend, HeaderRow, ListPanel, Table } from '#web/tasks/table/table-parts.tsx'
import { shownRow, TaskRow } from '#web/tasks/table/task-row.tsx'
import { TableSkeleton } from '#web/tasks/table/table-skeleton.tsx'
import { listAddress } from '#web/tasks/tasks-address.ts'
import { RefreshButton, TasksHeader } from '#web/tasks/tasks-header.tsx'
import { PHONE, NARROW, useMedia } from '#web/ui/media.ts'

/** What the early screen shows. */
export interface EarlyView {
  account: EarlyAccount
  request: ListRequest
  /** the name of the task whose details the address opens; undefined: none */
  task?: string | undefined
  /** how the app shows the list; here only a table has rows */
  view: ListView
  columns: readonly Column[]
  isAutoRefreshOn: boolean
  /** the last reply; it may be the one of the request before. undefined: none yet */
  reply: ListReply | undefined
  /** rows that are pending have a skeleton; for a short time none is better */
  hasSkeleton: boolean
  /** the reply to `request` is pending */
  isWaiting: boolean
  /** milliseconds since the epoch */
  now: number
  onRequestChange: (request: ListRequest) => void
  /** the app could not be loaded */
  hasFailed: boolean
}

/** The tasks screen before React: the same components in the same places, without what opens from them. */
export function EarlyScreen(view: EarlyView) {
  const { account } = view
  return (
    <>
      <Frame
        isReadOnly={account.isReadOnly}
        renderLink={(to, className, content) => (
          <a href={to} className={className} aria-current={to === '/tasks' ? 'page' : undefined}>
            {content}
          </a>
        )}
        commands={null}
        controls={<ControlButtons theme={chosenTheme()} className="max-sm:hidden" />}
        account={<AccountButton account={account} menuId="" />}
      >
        <EarlyContent {...view} />
      </Frame>
      <FooterPlace />
    </>
  )
}

/** What is inside the frame. The frame itself does not change. */
export function EarlyContent(view: EarlyView) {
  const { request, isWaiting, isAutoRefreshOn, reply, onRequestChange } = view
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(PHONE)
  const page = reply && listPage(reply)
  const current = isWaiting ? undefined : page
  const extent = page && isSameList(page.request, request) ? page : undefined
  const choices = <ListChoices request={request} onRequestChange={onRequestChange} />
  const tools = <ListToolButtons view={view.view} />
  // The app refreshes: if that fails, it keeps the rows.
  const refresh = <RefreshButton isFetching={isWaiting} />
  const isOffSaid = !isWaiting && !isAutoRefreshOn && isNarrow
  return (
    <>
      {view.hasFailed && <NotStarted />}
      <TasksHeader
        readAt={current?.readAt}
        tools={tools}
        refresh={refresh}
        autoRefresh={
          <>
            {isNarrow ? (
              <FiltersButton request={request} />
            ) : (
              <AutoRefreshSwitch isOn={isAutoRefreshOn} noteId="" isInSheet={false} />
            )}
            <div className={notePlace}>
              {isWaiting ? <p role="status" /> : <p>{isOffSaid && m.auto_off()}</p>}
            </div>
          </>
        }
      />
      {view.account.isReadOnly && <p className={factsPlace} />}
      <FilterBar
        request={request}
        totals={reply && !isWaiting ? withTotalOfPage(undefined, reply) : undefined}
        isPlaceholder={false}
        choices={
          !isNarrow && (
            <>
              {choices}
              {tools}
            </>
          )
        }
        onRequestChange={onRequestChange}
      />
      <div data-task={view.task} className="with-details">
        <div>
          <ListPanel>
            {page === undefined ? (
              <TableSkeleton
                rowCount={view.hasSkeleton && view.view === 'table' ? request.pageSize : 0}
                columns={view.columns}
              />
            ) : (
              <EarlyTable page={page} view={view} />
            )}
          </ListPanel>
          {page !== undefined && <EvidenceLegend page={page} />}
        </div>
        {view.task !== undefined && <div />}
      </div>
      <Pagination
        request={request}
        list={extent}
        refresh={isPhone && refresh}
        onRequestChange={onRequestChange}
        onIntent={() => undefined}
      />
    </>
  )
}

function EarlyTable({
  page: { rows },
  view: { columns, request, isWaiting, now, task },
}: {
  page: ListPage
  view: EarlyView
}) {
  const address = listAddress(request)
  return (
    <Table isBusy={isWaiting} columns={columns}>
      <HeaderRow
        columns={columns}
        select={<SelectBox label={m.select_page()} isSelected={false} />}
      />
      <Body>
        {rows.map((row) => {
          const shown = shownRow(row, columns, { address, now, zone: 'local' })
          return (
            <TaskRow
              key={row.key}
              columns={columns}
              row={shown}
              isOpen={shown.name !== null && shown.name === task}
              isSelected={false}
              copyResult="none"
            />
          )
        })}
      </Body>
    </Table>
  )
}
