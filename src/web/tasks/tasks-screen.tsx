import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { RefreshCw } from 'lucide-react'

import { filtersOf, hasFilter, type ListRequest, otherFilters } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { ListChoices, ListFilters } from '#web/tasks/filters/filter-bar.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { GallerySkeleton } from '#web/tasks/gallery/gallery-skeleton.tsx'
import { EmptyList } from '#web/tasks/list-empty.tsx'
import { tasksOf } from '#web/task-list/list-page.ts'
import { useShownPage } from '#web/tasks/marks/hidden-tasks.ts'
import { LoadFailed, Remarks, StaleRows } from '#web/tasks/list-notes.tsx'
import { TaskGallery, useListView } from '#web/tasks/views/list-view-choice.ts'
import { ListTools } from '#web/tasks/list-tools.tsx'
import { AutoRefreshControl } from '#web/tasks/refresh/auto-refresh.tsx'
import { useKeyRequest, usePageChanges } from '#web/tasks/refresh/use-page-changes.ts'
import { type RowModel, useRowModel } from '#web/tasks/table/row-model.ts'
import { Pagination } from '#web/tasks/table/pagination.tsx'
import { useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { useTableFrames } from '#web/tasks/options/table-frames.tsx'
import { TableSkeleton, TaskTable } from '#web/tasks/table/task-table.tsx'
import {
  detailsClasses,
  factsClasses,
  listClasses,
  searchedClasses,
  switchClasses,
  panelClasses,
  withDetailsClasses,
  freshnessClasses,
  headerClasses,
  headingClasses,
} from '#web/tasks/classes.ts'
import type { OtherAccounts } from '#web/tasks/other-accounts.ts'
import type { TasksNavigation } from '#web/tasks/pending-list.ts'
import {
  type ListView,
  savedAddress,
  tasksAddress,
  type TasksAddress,
} from '#web/task-list/tasks-address.ts'
import { currentPage, pageOf, type TaskList, useTaskList } from '#web/task-list/use-task-list.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useMedia } from '#web/ui/media.ts'
import { PHONE, NARROW } from '#web/ui/media-queries.ts'
import { PageTitle, PageHeading } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

/** The props that the route passes to the tasks screen. */
export interface TasksScreenProps {
  /** what is shown */
  address: TasksAddress
  navigation: TasksNavigation
  /** the name of the account, which is part of file names */
  accountName: string
  /** where a task may be that is not in this account */
  otherAccounts: OtherAccounts
  /** a link to where posters are created */
  createPosterLink: ReactNode
}

/** The `id` of the text that says how old the rows are. */
const FRESHNESS_ID = 'freshness'

/** The list of video tasks: filters, table, pages. Its address holds everything that it shows. */
export function TasksScreen({
  address,
  navigation,
  accountName,
  otherAccounts,
  createPosterLink,
}: TasksScreenProps) {
  const { request, search } = address
  const { onRequestChange } = navigation
  const { isReadOnly } = useApiSession()
  // Render again when the time zone changes, as all parts of the screen show times.
  useTimeZone()
  const list = useTaskList(address)
  const { state, figures } = list
  const titlePrefix = usePageChanges(list)
  useKeyRequest(list, navigation.onKeyRefused)
  const view = useListView(address.view)
  const shown = useShownPage(list, view === 'gallery')
  const model = useRowModel(shown.page, { task: address.task, onOpen: navigation.onTaskChange })
  useNextPage(list)
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(PHONE)
  const choices = <ListChoices onRequestChange={onRequestChange} />
  const tools = (
    <ListTools
      list={list}
      model={model}
      accountName={accountName}
      view={view}
      navigation={navigation}
      savedViews={
        <SavedViewButton
          meanwhile={<span className="size-icon" />}
          address={savedAddress(address)}
          onSavedView={navigation.onSavedView}
        />
      }
    />
  )
  const { isFetching } = list.reads.page
  /** in the header, or beside the pagination, where a thumb can reach it */
  const refresh = (
    <Button
      aria-describedby={FRESHNESS_ID}
      onClick={list.refresh}
      className="justify-self-end max-sm:col-start-2 max-sm:row-start-2 sm:last:-col-end-1 xl:col-start-4"
    >
      <RefreshCw aria-hidden className={classNames('size-3.5', isFetching && 'animate-spin')} />
      {/* A phone has this button in the row of the pagination. */}
      <span className="max-xs:sr-only">{m.tasks_refresh()}</span>
    </Button>
  )
  const readAt = currentPage(state)?.readAt
  return (
    <>
      <PageTitle>{`${titlePrefix}${m.title_tasks()} · ${m.app_name()}`}</PageTitle>
      <div className={headerClasses}>
        <div className={headingClasses(isPhone)}>
          <PageHeading>{m.title_tasks()}</PageHeading>
          {tools}
        </div>
        <p id={FRESHNESS_ID} className={freshnessClasses}>
          {readAt !== undefined && (
            <Sentence say={(ago) => m.tasks_updated({ ago })}>
              <RelativeTime at={readAt} />
            </Sentence>
          )}
        </p>
        {!isPhone && refresh}
        {search === undefined ? (
          <AutoRefreshControl list={list} choices={isNarrow ? choices : undefined} />
        ) : (
          <SearchedNote request={request} hasSwitch={!isNarrow} />
        )}
      </div>
      {isReadOnly && (
        <CustomerFactsLine
          meanwhile={<p className={factsClasses} />}
          request={request}
          // Totals under a filter say nothing about the account.
          totals={hasFilter(otherFilters(request)) ? undefined : figures.totals}
          onRequestChange={onRequestChange}
        />
      )}
      <ListFilters list={list} address={address} navigation={navigation} />
      {state.kind === 'shown' && state.failure !== undefined && state.isBanner && (
        <StaleRows
          failure={state.failure}
          readAt={state.page.readAt}
          onRetry={list.refresh}
          onReplaceKey={navigation.onReplaceKey}
        />
      )}
      <ListContent
        {...{ list, shown, address, view, navigation, model, otherAccounts, createPosterLink }}
      />
      <Pagination
        shown={request}
        list={figures.extent}
        refresh={isPhone && refresh}
        onRequestChange={onRequestChange}
        onIntent={list.prefetch}
        above={
          model.selection.tasks.size > 0 && (
            <SelectionBar
              selection={model.selection}
              renderLendButton={navigation.renderLendButton}
            />
          )
        }
      />
    </>
  )
}

/** Reads the next page while the browser is idle, at the latest after 0.1 s: it is what people press most. */
function useNextPage({ request, state, figures, prefetch }: TaskList): void {
  const hasNext = state.kind === 'shown' && request.pageNumber < (figures.extent?.pageCount ?? 0)
  const prefetchAfter = useEffectEvent((now: ListRequest) =>
    prefetch({ ...now, pageNumber: now.pageNumber + 1 }),
  )
  useEffect(
    () => (hasNext ? whenIdle(() => prefetchAfter(request), 100) : undefined),
    [hasNext, request],
  )
}

/** Shows the rows, or the reason why there are none, and the open task. */
function ListContent({
  list,
  shown,
  address,
  view,
  navigation,
  model,
  otherAccounts,
  createPosterLink,
}: {
  list: TaskList
  shown: ReturnType<typeof useShownPage>
  view: ListView
  model: RowModel
} & Pick<TasksScreenProps, 'address' | 'navigation' | 'otherAccounts' | 'createPosterLink'>) {
  const { state } = list
  const page = pageOf(state)
  const columns = useShownColumns()
  // A search that has found nothing yet may fill a page.
  const rowCount = (page?.rows.length ?? 0) || list.request.pageSize
  const skeleton =
    view === 'gallery' ? (
      <GallerySkeleton tileCount={rowCount} />
    ) : (
      <TableSkeleton rowCount={rowCount} columns={columns} />
    )
  const frames = useTableFrames()
  const { search } = address
  /** the list on screen, in the view on screen: its links lead to the same */
  const linked = (request: ListRequest) =>
    tasksAddress({ request, search, view: view === 'gallery' ? view : address.view })
  const Rows = view === 'gallery' ? TaskGallery : TaskTable
  return (
    <div data-task={address.task} className={withDetailsClasses}>
      <div className={listClasses}>
        <div className={panelClasses}>
          <Remarks ignored={address.ignored} page={page} />
          {state.kind === 'loading' && skeleton}
          {state.kind === 'unread' && (
            <LoadFailed
              failure={state.failure}
              onRetry={list.refresh}
              onReplaceKey={navigation.onReplaceKey}
            />
          )}
          {page?.empty &&
            (address.search === undefined || page.empty.kind === 'past-the-end' ? (
              <EmptyList
                reason={page.empty}
                request={page.request}
                onRequestChange={navigation.onRequestChange}
                createPosterLink={createPosterLink}
              />
            ) : (
              <NoResult
                meanwhile={skeleton}
                request={page.request}
                text={address.search.text}
                otherAccounts={otherAccounts}
                onRequestChange={navigation.onRequestChange}
                onSearchChange={navigation.onSearchChange}
              />
            ))}
          {page && !page.empty && (
            <Rows
              meanwhile={skeleton}
              page={shown.page ?? page}
              hidden={shown.hidden}
              isBusy={state.kind === 'previous'}
              // That of these rows. While others are loading, these need not be rendered again.
              address={linked(page.request)}
              task={address.task}
              model={model}
              frames={frames}
              sorting={{ search: address.search, onSearchChange: navigation.onSearchChange }}
            />
          )}
        </div>
        {model.dialog !== undefined && <RowDialog {...model.dialog} />}
        {/* Explains the outline of badges, if a row has one. */}
        {tasksOf(page?.rows ?? []).some(({ evidence }) => evidence.source === 'inferred') && (
          <p className="text-sm text-muted">{m.evidence_legend()}</p>
        )}
      </div>
      {address.task !== undefined && (
        <div className={detailsClasses}>
          <TaskDetails
            task={address.task}
            list={list}
            shown={shown.page}
            address={linked(list.request)}
            linkOf={model.linkOf}
            onTaskChange={navigation.onTaskChange}
            onTaskSearch={navigation.onTaskSearch}
            renderLendButton={navigation.renderLendButton}
          />
        </div>
      )}
    </div>
  )
}

const RowDialog = lazyPart(
  async () => (await import('#web/tasks/table/row-dialog.tsx')).RowDialog,
  NotLoaded,
)
const NoResult = lazyPart(
  async () => (await import('#web/tasks/search/search-status.tsx')).NoResult,
  NotLoaded,
)
const SavedViewButton = lazyPart(
  async () => (await import('#web/tasks/saved-views/saved-view-controls.tsx')).SavedViewButton,
  NotLoaded,
)
const CustomerFactsLine = lazyPart(
  async () => (await import('#web/tasks/customer-facts/customer-facts-line.tsx')).CustomerFactsLine,
  NotLoaded,
)
const SearchStatus = lazyPart(
  async () => (await import('#web/tasks/search/search-status.tsx')).SearchStatus,
  NotLoaded,
)
const SelectionBar = lazyPart(
  async () => (await import('#web/tasks/selection/selection-bar.tsx')).SelectionBar,
  NotLoaded,
)
const TaskDetails = lazyPart(
  async () => (await import('#web/tasks/details/task-details.tsx')).TaskDetails,
  NotLoaded,
  'idle',
)

/** How much of the list a search has read, in the place of the note about refreshing. @param hasSwitch whether the switch has a place, which stays empty */
function SearchedNote({ request, hasSwitch }: { request: ListRequest; hasSwitch: boolean }) {
  return (
    <>
      <div className={searchedClasses}>
        <SearchStatus
          key={JSON.stringify(filtersOf(request))}
          meanwhile={<div className="min-h-control" />}
          request={request}
        />
      </div>
      {hasSwitch && <span className={switchClasses} />}
    </>
  )
}
