/** A page that shows or shares an image, in place of the image itself. */
export interface SharePage {
  /** the name of the site, as it calls itself */
  site: string
  /** the address of the image; undefined: there is no rule for it */
  direct?: string
}

/** Whether an address is a page: false if not, true if it is, a text if its image has that address. */
type Rule = (url: URL) => boolean | string

/** The page of a file in a repository, whose raw form has a path of its own. */
const rawFile =
  (shown: RegExp, raw: string, host?: string): Rule =>
  (url) =>
    shown.test(url.pathname) && changed(url, { path: url.pathname.replace(shown, raw), host })

/** The result of a search, with the image's address in a parameter. */
const result =
  (name: string): Rule =>
  ({ searchParams }) => {
    const address = searchParams.get(name) ?? ''
    return /^https?:\/\//i.test(address) && address
  }

/**
 * Sites whose links have a rule: host with the start of its path, name, rule. The first that fits is used. Hosts that serve the files
 * themselves (dl.dropboxusercontent.com, lh3.googleusercontent.com, raw.githubusercontent.com) have no entry.
 */
const rules: readonly (readonly [place: string, site: string, rule: Rule])[] = [
  ...['/s/', '/scl/fi/'].map((path) => [`dropbox.com${path}`, 'Dropbox', dropbox] as const),
  ['drive.google.com/', 'Google Drive', googleDrive],
  ['google.com/imgres', 'Google', result('imgurl')],
  ['bing.com/images/search', 'Bing', result('mediaurl')],
  ['image.baidu.com/search/detail', 'Baidu (百度图片)', result('objurl')],
  ['reddit.com/media', 'Reddit', result('url')],
  ['onedrive.live.com/', 'OneDrive', ({ pathname }) => !pathname.startsWith('/download')],
  ['sharepoint.com/', 'SharePoint', sharePoint],
  ['sharepoint.cn/', 'SharePoint', sharePoint],
  ['github.com/', 'GitHub', gitHub],
  ['bitbucket.org/', 'Bitbucket', rawFile(/^(\/[^/]+\/[^/]+)\/src\//, '$1/raw/')],
  ['codeberg.org/', 'Codeberg', rawFile(/^(\/[^/]+\/[^/]+)\/src\//, '$1/raw/')],
  ['gitee.com/', 'Gitee', rawFile(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/raw/')],
  ['huggingface.co/', 'Hugging Face', rawFile(/\/blob\//, '/resolve/')],
  // The ID of a picture has capitals or digits, the names of the site's own pages have neither.
  [
    'imgur.com/',
    'Imgur',
    rawFile(/^\/(?=[^.]*[A-Z\d])(\w{5,8})(?:\.\w+)?$/, '/$1.jpg', 'i.imgur.com'),
  ],
  ['unsplash.com/photos/', 'Unsplash', rawFile(/^(\/photos\/[^/]+)\/?$/, '$1/download')],
  // Programs that run on any host.
  ['/', 'Nextcloud', rawFile(/(\/index\.php\/s\/\w+)\/?$/, '$1/download')],
  ['/', 'GitLab', rawFile(/\/-\/blob\//, '/-/raw/')],
]

/** Sites whose links are pages without a rule: name, and hosts with the start of their paths. */
const pages = `
Dropbox: dropbox.com/sh/ dropbox.com/scl/fo/ dropbox.com/home dropbox.com/preview/ db.tt/
Google Docs: docs.google.com/document/ docs.google.com/presentation/ docs.google.com/spreadsheets/ docs.google.com/file/
Google Photos: photos.google.com/ photos.app.goo.gl/
OneDrive: 1drv.ms/
iCloud: icloud.com/ icloud.com.cn/
Baidu (百度网盘): pan.baidu.com/ yun.baidu.com/
Aliyun Drive (阿里云盘): aliyundrive.com/s/ alipan.com/s/ alywp.net/
Quark (夸克网盘): pan.quark.cn/
UC (UC 网盘): drive.uc.cn/
Xunlei (迅雷云盘): pan.xunlei.com/
115: 115.com/s/ 115cdn.com/s/
123pan (123 云盘): 123pan.com/s/ 123pan.cn/s/ 123684.com/s/ 123865.com/s/ 123912.com/s/
Lanzou (蓝奏云): lanzou.com/ lanzoui.com/ lanzouw.com/ lanzoux.com/ lanzoup.com/
Cloud 189 (天翼云盘): cloud.189.cn/
139 (移动云盘): yun.139.com/ caiyun.139.com/
Weiyun (微云): share.weiyun.com/
Jianguoyun (坚果云): jianguoyun.com/p/
Feishu (飞书): feishu.cn/file/ feishu.cn/doc feishu.cn/drive/ feishu.cn/wiki/
Lark: larksuite.com/file/ larksuite.com/doc larksuite.com/drive/ larksuite.com/wiki/
DingTalk (钉钉): alidocs.dingtalk.com/
Tencent Docs (腾讯文档): docs.qq.com/
WPS: kdocs.cn/
WeChat (微信): mp.weixin.qq.com/
WeTransfer: wetransfer.com/ we.tl/
Box: box.com/s/ box.com/v/ box.com/file/
MEGA: mega.nz/ mega.io/
pCloud: pcloud.link/ pcloud.com/publink
Proton Drive: drive.proton.me/
Yandex Disk: disk.yandex.ru/ disk.yandex.com/ yadi.sk/
MediaFire: mediafire.com/file/ mediafire.com/view/
GitHub: gist.github.com/
Imgur: imgur.com/a/ imgur.com/gallery/ imgur.com/t/
ImgBB: ibb.co/
Postimages: postimg.cc/
Lightshot: prnt.sc/
Gyazo: gyazo.com/
Giphy: giphy.com/gifs/
Tenor: tenor.com/view/
Pexels: pexels.com/photo/
Pixabay: pixabay.com/photos/ pixabay.com/illustrations/
Flickr: flickr.com/photos/ flic.kr/
Pinterest: pinterest.com/pin/ pinterest.co.uk/pin/ pinterest.de/pin/ pinterest.fr/pin/ pinterest.jp/pin/ pinterest.es/pin/ pin.it/
Instagram: instagram.com/p/ instagram.com/reel/ instagram.com/stories/ instagram.com/share/
Facebook: facebook.com/photo facebook.com/share fb.me/
X: twitter.com/ x.com/
Reddit: reddit.com/r/
TikTok: tiktok.com/
YouTube: youtube.com/ youtu.be/
Telegram: t.me/
Discord: discord.com/channels/
Xiaohongshu (小红书): xiaohongshu.com/ xhslink.com/
Weibo (微博): weibo.com/ weibo.cn/
Douyin (抖音): douyin.com/
Kuaishou (快手): kuaishou.com/
Bilibili (哔哩哔哩): bilibili.com/ b23.tv/
Zhihu (知乎): zhihu.com/
Taobao (淘宝): taobao.com/ tmall.com/ m.tb.cn/
JD (京东): item.jd.com/
Canva: canva.com/design/
Figma: figma.com/file/ figma.com/design/
Notion: notion.site/
`
  .trim()
  .split('\n')
  .map((line) => line.split(': '))

/** Files of a site are often served by a host of their own below its name. */
const servesFiles =
  /^(?:i|img|images?|cdn|media|static|files?|dl|raw|upload|assets)\d*\.(?!baidu\.com$)/

/** Whether an address is a page that shows or shares an image. Judged by its text alone; nothing is loaded. */
export function sharePageOf(address: string): SharePage | undefined {
  const url = new URL(address)
  if (servesFiles.test(url.hostname)) return undefined
  for (const [place, site, rule] of rules) {
    const verdict = isAt(url, place) && rule(url)
    if (verdict !== false) return verdict === true ? { site } : { site, direct: verdict }
  }
  const [site] =
    pages.find(([, places]) => (places ?? '').split(' ').some((one) => isAt(url, one))) ?? []
  return site === undefined ? undefined : { site }
}

function isAt(url: URL, place: string): boolean {
  const end = place.indexOf('/')
  const host = place.slice(0, end)
  return (
    (host === '' || `.${url.hostname}`.endsWith(`.${host}`)) &&
    url.pathname.startsWith(place.slice(end))
  )
}

function dropbox(url: URL): boolean | string {
  const { searchParams } = url
  if (searchParams.get('raw') === '1' || searchParams.get('dl') === '1') return false
  const direct = new URL(url.href)
  direct.searchParams.delete('dl')
  direct.searchParams.set('raw', '1')
  return direct.href
}

function googleDrive({ pathname, searchParams }: URL): boolean | string {
  const id =
    /^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(pathname)?.[1] ??
    (pathname === '/open' ? searchParams.get('id') : null)
  if (id === null) return /^\/(?:drive|folderview)/.test(pathname)
  const resourceKey = searchParams.get('resourcekey')
  const direct = `https://drive.google.com/uc?export=download&id=${id}`
  return resourceKey === null ? direct : `${direct}&resourcekey=${resourceKey}`
}

function sharePoint(url: URL): boolean | string {
  const { pathname, searchParams } = url
  if (searchParams.get('download') === '1' || pathname.endsWith('/download.aspx')) return false
  if (!/^\/:[iuw]:\//.test(pathname)) return /^\/:\w:\/|\.aspx$/i.test(pathname)
  const direct = new URL(url.href)
  direct.searchParams.set('download', '1')
  return direct.href
}

function gitHub(url: URL): boolean | string {
  if (/^(?:true|1)$/.test(url.searchParams.get('raw') ?? '')) return false
  return rawFile(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/', 'raw.githubusercontent.com')(url)
}

/** An address with another path, no query, and perhaps another host. */
function changed(
  { href }: URL,
  { path, host }: { path: string; host: string | undefined },
): string {
  const direct = new URL(href)
  direct.pathname = path
  if (host !== undefined) direct.host = host
  direct.search = ''
  direct.hash = ''
  return direct.href
}
