import { describe, expect, it } from 'vitest'

import { findOperation, operations } from '#contract/operations.ts'

describe('findOperation', () => {
  it('finds the two specified operations', () => {
    expect(findOperation('GET', '/plugins/video/tasks')).toBe('listVideoTasks')
    expect(findOperation('POST', '/plugins/poster/tasks')).toBe('createPosterTask')
    expect(Object.keys(operations)).toEqual(['listVideoTasks', 'createPosterTask'])
  })

  it.each([
    ['POST', '/plugins/video/tasks', 'GET'],
    ['HEAD', '/plugins/video/tasks', 'GET'],
    ['OPTIONS', '/plugins/video/tasks', 'GET'],
    ['get', '/plugins/video/tasks', 'GET'],
    ['GET', '/plugins/poster/tasks', 'POST'],
    ['DELETE', '/plugins/poster/tasks', 'POST'],
  ])('knows %s %s as another method of the path, and names %s', (method, path, allow) => {
    expect(findOperation(method, path)).toEqual({ problem: 'method-not-allowed', allow })
  })

  it.each([
    '',
    '/',
    'plugins/video/tasks',
    '/plugins/video/tasks/',
    '//plugins/video/tasks',
    '/plugins/video//tasks',
    '/plugins/video/tasks/1',
    '/plugins/video/tasks?page=1',
    '/plugins/video/%74asks',
    '/PLUGINS/video/tasks',
    '/plugins/../plugins/video/tasks',
    'constructor',
    '__proto__',
  ])('finds nothing at %j', (path) => {
    expect(findOperation('GET', path)).toEqual({ problem: 'not-found' })
  })
})
