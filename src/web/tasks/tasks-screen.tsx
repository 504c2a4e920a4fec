import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'

import { hasFilter, type ListRequest, otherFilters } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { ListChoices, ListFilters } from '#web/tasks/filters/filter-bar.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { GallerySkeleton } from '#web/tasks/gallery/gallery-skeleton.tsx'
import { EmptyList } from '#web/tasks/list-empty.tsx'
import { tasksOf } from '#web/task-list/list-page.ts'
import { type ShownPage, useShownPage } from '#web/tasks/marks/hidden-tasks.ts'
import { LoadFailed, Remarks, StaleRows } from '#web/tasks/list-notes.tsx'
import { TaskGallery, useListView } from '#web/tasks/views/list-view-choice.ts'
import { ListTools } from '#web/tasks/list-tools.tsx'
import { AutoRefreshControl } from '#web/tasks/refresh/auto-refresh.tsx'
import { useKeyRequest, usePageChanges } from '#web/tasks/refresh/use-page-changes.ts'
import { ListPanel } from '#web/tasks/table/table-parts.tsx'
import { RowDialog } from '#web/tasks/table/row-dialog.tsx'
import { type RowModel, useRowModel } from '#web/tasks/table/row-actions.ts'
import { countInWords, Pagination } from '#web/tasks/table/pagination.tsx'
import { useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { useTableFrames } from '#web/tasks/options/table-frames.tsx'
import { TableSkeleton } from '#web/tasks/table/table-skeleton.tsx'
import { TaskTable } from '#web/tasks/table/task-table.tsx'
import { RefreshButton, TasksHeader } from '#web/tasks/tasks-header.tsx'
import {
  detailsClasses,
  factsClasses,
  listClasses,
  noteClasses,
  withDetailsClasses,
} from '#web/tasks/classes.ts'
import type { TasksNavigation } from '#web/tasks/pending-list.ts'
import {
  type ListView,
  savedAddress,
  tasksAddress,
  type TasksAddress,
} from '#web/task-list/tasks-address.ts'
import { currentPage, pageOf, type TaskList, useTaskList } from '#web/task-list/use-task-list.ts'
import { lazyPart, loadLazyParts } from '#web/ui/lazy-part.ts'
import { useMedia } from '#web/ui/media.ts'
import { PHONE, NARROW } from '#web/ui/media-queries.ts'
import { PageTitle } from '#web/ui/page-heading.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** The props that the route passes to the tasks screen. */
export interface TasksScreenProps {
  /** what is shown */
  address: TasksAddress
  navigation: TasksNavigation
  /** the name of the account, which is part of file names */
  accountName: string
  /** a link to where posters are created */
  createPosterLink: ReactNode
}

/** The list of video tasks: filters, table, pages. Its address holds everything that it shows. */
export function TasksScreen({
  address,
  navigation,
  accountName,
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
  usePreparations(list)
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
        <Suspense fallback={<span className="size-icon" />}>
          <SavedViewButton address={savedAddress(address)} onSavedView={navigation.onSavedView} />
        </Suspense>
      }
    />
  )
  const refresh = <RefreshButton isFetching={list.reads.page.isFetching} onClick={list.refresh} />
  return (
    <>
      <PageTitle>{`${titlePrefix}${m.title_tasks()} · ${m.app_name()}`}</PageTitle>
      <TasksHeader
        readAt={currentPage(state)?.readAt}
        tools={tools}
        refresh={refresh}
        autoRefresh={
          search === undefined ? (
            <AutoRefreshControl list={list} choices={isNarrow ? choices : undefined} />
          ) : (
            <p className={noteClasses}>
              {figures.extent?.searched &&
                countInWords(figures.extent.total ?? 0, figures.extent.searched)}
            </p>
          )
        }
      />
      {isReadOnly && (
        <Suspense fallback={<p className={factsClasses} />}>
          <CustomerFactsLine
            request={request}
            // Totals under a filter say nothing about the account.
            totals={hasFilter(otherFilters(request)) ? undefined : figures.totals}
            onRequestChange={onRequestChange}
          />
        </Suspense>
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
        list={list}
        shown={shown}
        address={address}
        view={view}
        navigation={navigation}
        model={model}
        createPosterLink={createPosterLink}
      />
      <Pagination
        shown={request}
        list={figures.extent}
        refresh={isPhone && refresh}
        onRequestChange={onRequestChange}
        onIntent={list.prefetch}
        above={model.selection.tasks.size > 0 && <SelectionBar selection={model.selection} />}
      />
    </>
  )
}

/** While the browser is idle, loads what the next click needs: the code of lazy parts, and the next page. */
function usePreparations({ request, state, figures, reads, prefetch }: TaskList): void {
  const { isPending } = reads.page
  useEffect(() => (isPending ? undefined : whenIdle(() => void loadLazyParts())), [isPending])
  const isThere = state.kind === 'shown'
  const hasNext = isThere && request.pageNumber < (figures.extent?.pageCount ?? 0)
  const prefetchAfter = useEffectEvent((now: ListRequest) =>
    prefetch({ ...now, pageNumber: now.pageNumber + 1 }),
  )
  useEffect(
    () => (hasNext ? whenIdle(() => prefetchAfter(request)) : undefined),
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
  createPosterLink,
}: {
  list: TaskList
  shown: ShownPage
  view: ListView
  model: RowModel
} & Pick<TasksScreenProps, 'address' | 'navigation' | 'createPosterLink'>) {
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
        <ListPanel>
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
              <Suspense fallback={skeleton}>
                <NoResult
                  request={page.request}
                  text={address.search.text}
                  onRequestChange={navigation.onRequestChange}
                  onSearchChange={navigation.onSearchChange}
                />
              </Suspense>
            ))}
          {page && !page.empty && (
            <Suspense fallback={skeleton}>
              <Rows
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
            </Suspense>
          )}
        </ListPanel>
        {model.dialog !== undefined && <RowDialog {...model.dialog} />}
        {/* Explains the outline of badges, if a row has one. */}
        {tasksOf(page?.rows ?? []).some(({ evidence }) => evidence.source === 'inferred') && (
          <p className="text-sm text-muted">{m.evidence_legend()}</p>
        )}
      </div>
      {address.task !== undefined && (
        <div className={detailsClasses}>
          <Suspense>
            <TaskDetails
              task={address.task}
              list={list}
              shown={shown.page}
              address={linked(list.request)}
              linkOf={model.actions.linkOf}
              onTaskChange={navigation.onTaskChange}
              onTaskSearch={navigation.onTaskSearch}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

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
const SelectionBar = lazyPart(
  async () => (await import('#web/tasks/selection/selection-bar.tsx')).SelectionBar,
  NotLoaded,
)
const TaskDetails = lazyPart(
  async () => (await import('#web/tasks/details/task-details.tsx')).TaskDetails,
  NotLoaded,
)
