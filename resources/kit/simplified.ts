/** Simplified characters of the words that spreadsheets share with the product, each with its traditional forms. */
const variants = `
业業 丢丟 两兩 个個 为為爲 丰豐 举舉 义義 习習 书書 从從 伙夥 会會 传傳 体體 关關 内內 册冊 写寫 况況 准準 创創 删刪 别別 制製
办辦 务務 动動 区區 协協 单單 卫衛 历歷 参參 发發 变變 台臺 号號 后後 启啓啟 员員 周週 团團 国國 图圖 块塊 处處 备備 复復複覆
头頭 奖獎 学學 实實 审審 对對 导導 将將 尝嘗 属屬 岗崗 布佈 师師 并並 应應 开開 强強 归歸 录錄 彻徹 径徑 志誌 态態 总總 户戶
执執 报報 择擇 数數 无無 时時 显顯 暂暫 机機 权權 来來 构構 标標 栏欄 样樣 核覈 没沒 注註 测測 温溫 点點 状狀 现現 电電 盖蓋
码碼 确確 离離 称稱 签簽籤 简簡 类類 系係繫 级級 纬緯 线線 细細 绍紹 经經 绑綁 结結 给給 络絡 绝絕 统統 续續 维維 编編 网網
职職 联聯 范範 荣榮 营營 补補 见見 视視 誉譽 计計 认認 议議 讯訊 记記 许許 论論 设設 访訪 证証證 译譯 试試 话話 详詳 语語 误誤
说說説 请請 读讀 负負 责責 败敗 账帳賬 质質 资資 转轉 载載 辅輔 输輸 达達 过過 运運 还還 这這 进進 选選 邮郵 里裏裡 钥鑰 链鏈
销銷 锁鎖 错錯 长長 门門 闭閉 问問 间間 阅閱閲 队隊 隐隱 页頁 顶頂 项項 须須 顾顧 领領 频頻 题題 驳駁 验驗 托託 专專 与與 当當 览覽 征徵 预預 讯訊
`
const simplifiedOf = new Map(
  variants
    .trim()
    .split(/\s+/)
    .flatMap(group => {
      const [simplified = '', ...traditional] = Array.from(group)
      return traditional.map(character => [character, simplified] as const)
    }),
)

/**
 * Writes the words of headings and options in simplified characters, so that lists from Hong Kong and Taiwan are read. Other
 * characters stay; names of people must not be converted.
 */
export const toSimplified = (text: string) =>
  Array.from(text, character => simplifiedOf.get(character) ?? character).join('')
