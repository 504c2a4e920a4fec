/* What one writes in a day: React and TanStack Query, a table without styles, and nothing else. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The fields that it shows, as the service sends them. */
type Task = Record<string, string | number | null>

const FIELDS = ['id', 'uuid', 'price', 'created_at', 'completed_at', 'video_url', 'error_msg']
const STATUSES = ['', 'pending', 'processing', 'completed', 'failed']
const SIZES = ['20', '50', '100']

async function readTasks(query: string): Promise<Task[]> {
  const headers = { authorization: `Bearer ${localStorage.getItem('bench.key') ?? ''}` }
  const reply = await fetch(`/api/plugins/video/tasks?${query}`, { headers })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it believes the service
  const { data } = (await reply.json()) as { data: { list: Task[] } }
  return data.list
}

function Choice(props: { name: string; values: string[]; onChange: (value: string) => void }) {
  return (
    <select name={props.name} onChange={({ target }) => props.onChange(target.value)}>
      {props.values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  )
}

function Tasks() {
  const [status, setStatus] = useState('')
  const [size, setSize] = useState('20')
  const query = `page_size=${size}${status === '' ? '' : `&status=${status}`}`
  const { data = [] } = useQuery({ queryKey: [query], queryFn: () => readTasks(query) })
  return (
    <>
      <h1>Tasks</h1>
      <Choice name="status" values={STATUSES} onChange={setStatus} />
      <Choice name="page_size" values={SIZES} onChange={setSize} />
      <table>
        <tbody>
          {data.map((task) => (
            <tr key={task['id']}>
              {FIELDS.map((field) => (
                <td key={field}>{task[field]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Tasks />
    </QueryClientProvider>,
  )
}
