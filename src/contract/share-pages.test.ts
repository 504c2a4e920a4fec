import { expect, test } from 'vitest'

import { readImageUrl } from '#contract/read-image-url.ts'
import { sharePageOf } from '#contract/share-pages.ts'

test.each([
  ['https://www.dropbox.com/s/x/a.jpg?dl=0', 'https://www.dropbox.com/s/x/a.jpg?raw=1'],
  ['https://www.dropbox.com/s/x/a.jpg', 'https://www.dropbox.com/s/x/a.jpg?raw=1'],
  [
    'https://www.dropbox.com/scl/fi/x/a.jpg?rlkey=y&dl=0',
    'https://www.dropbox.com/scl/fi/x/a.jpg?rlkey=y&raw=1',
  ],
  [
    'https://drive.google.com/file/d/1AbC-d_e/view?usp=sharing',
    'https://drive.google.com/uc?export=download&id=1AbC-d_e',
  ],
  ['https://drive.google.com/open?id=1AbC', 'https://drive.google.com/uc?export=download&id=1AbC'],
  [
    'https://www.google.com/imgres?imgurl=https://img.example/a.jpg&w=1',
    'https://img.example/a.jpg',
  ],
  ['https://firm.sharepoint.com/:i:/g/x?e=1', 'https://firm.sharepoint.com/:i:/g/x?e=1&download=1'],
  [
    'https://github.com/o/r/blob/main/a%20b.jpg',
    'https://raw.githubusercontent.com/o/r/main/a%20b.jpg',
  ],
  ['https://gitlab.com/o/r/-/blob/main/a.jpg', 'https://gitlab.com/o/r/-/raw/main/a.jpg'],
  [
    'https://git.firm.example/o/r/-/blob/main/a.jpg',
    'https://git.firm.example/o/r/-/raw/main/a.jpg',
  ],
  ['https://gitee.com/o/r/blob/master/a.jpg', 'https://gitee.com/o/r/raw/master/a.jpg'],
  ['https://huggingface.co/o/r/blob/main/a.jpg', 'https://huggingface.co/o/r/resolve/main/a.jpg'],
  ['https://imgur.com/AbCd123', 'https://i.imgur.com/AbCd123.jpg'],
  ['https://unsplash.com/photos/a-b-c', 'https://unsplash.com/photos/a-b-c/download'],
  [
    'https://cloud.firm.example/index.php/s/AbC',
    'https://cloud.firm.example/index.php/s/AbC/download',
  ],
  ['https://www.reddit.com/media?url=https%3A%2F%2Fi.redd.it%2Fa.jpg', 'https://i.redd.it/a.jpg'],
])('the page %s has its image at %s, which is no page', (page, direct) => {
  expect(sharePageOf(page)).toMatchObject({ direct })
  expect(sharePageOf(direct)).toBeUndefined()
})

test.each([
  'https://www.dropbox.com/scl/fo/x/y?dl=0',
  'https://drive.google.com/drive/folders/1',
  'https://photos.app.goo.gl/x',
  'https://photos.google.com/share/x',
  'https://1drv.ms/i/s!x',
  'https://onedrive.live.com/?id=1',
  'https://firm-my.sharepoint.com/personal/a/_layouts/15/onedrive.aspx?id=1',
  'https://www.icloud.com/iclouddrive/0x',
  'https://share.icloud.com/photos/0x',
  'https://pan.baidu.com/s/1x?pwd=ab12',
  'https://www.alipan.com/s/x',
  'https://pan.quark.cn/s/x',
  'https://firm.feishu.cn/file/x',
  'https://wetransfer.com/downloads/x',
  'https://we.tl/t-x',
  'https://imgur.com/a/x',
  'https://imgur.com/gallery/x',
  'https://mp.weixin.qq.com/s/x',
  'https://app.box.com/s/x',
  'https://mega.nz/file/x#y',
  'https://www.instagram.com/p/x/',
  'https://www.xiaohongshu.com/explore/1',
  'https://weibo.com/1/x',
  'https://www.pinterest.co.uk/pin/1/',
  'https://pin.it/x',
  'https://www.flickr.com/photos/u/1/',
  'https://x.com/u/status/1/photo/1',
  'https://ibb.co/x',
])('%s is a page without a rule', (address) => {
  expect(sharePageOf(address)?.site).toMatch(/./)
  expect(sharePageOf(address)).not.toHaveProperty('direct')
})

test.each([
  'https://img.example/a.jpg',
  'https://www.dropbox.com/s/x/a.jpg?dl=1',
  'https://www.dropbox.com/s/x/a.jpg?raw=1',
  'https://dl.dropboxusercontent.com/s/x/a.jpg',
  'https://drive.google.com/uc?export=view&id=1',
  'https://drive.google.com/thumbnail?id=1&sz=w1000',
  'https://lh3.googleusercontent.com/d/1',
  'https://onedrive.live.com/download?resid=1',
  'https://cvws.icloud-content.com/B/x',
  'https://raw.githubusercontent.com/o/r/main/a.jpg',
  'https://github.com/o/r/blob/main/a.jpg?raw=true',
  'https://github.com/o/r/raw/main/a.jpg',
  'https://i.imgur.com/AbCd123.jpg',
  'https://mmbiz.qpic.cn/x/640',
  'https://images.unsplash.com/photo-1',
  'https://live.staticflickr.com/1/a.jpg',
  'https://i.pinimg.com/originals/a.jpg',
  'https://wx1.sinaimg.cn/large/a.jpg',
  'https://notdropbox.com/s/x',
  'https://dropbox.com.example/s/x',
])('%s is no page', (address) => {
  expect(sharePageOf(address)).toBeUndefined()
})

test('a page is a doubt about the URL, also with the code that a chat adds', () => {
  expect(readImageUrl('链接：https://pan.baidu.com/s/1x 提取码：ab12')).toEqual({
    ok: true,
    url: 'https://pan.baidu.com/s/1x',
    putRight: ['around'],
    doubt: { kind: 'page', site: 'Baidu (百度网盘)' },
  })
  expect(readImageUrl('https://pan.baidu.com/s/1x 提取码: ab12')).toMatchObject({ ok: true })
  expect(readImageUrl('https://www.dropbox.com/s/x/a.jpg?dl=0。')).toMatchObject({
    url: 'https://www.dropbox.com/s/x/a.jpg?dl=0',
    doubt: { kind: 'page', site: 'Dropbox' },
    suggestion: 'https://www.dropbox.com/s/x/a.jpg?raw=1',
  })
})
