import chinese from 'ra-language-chinese'

/** react-admin's messages by key: a sentence with placeholders, or a branch of the tree. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

// One form per key, without "||||": Chinese has one plural form, and the published package puts the count into a
// second.
const additions: MessageTree = {
  ra: {
    action: {
      add_filter: '增加筛选',
      back: '返回',
      clone: '复制一份',
      remove_filter: '移除筛选',
      search: '搜索',
      bulk_actions: '已选择 %{smart_count} 项',
      clear_array_input: '清空列表',
      create_item: '新建%{item}',
      remove_all_filters: '清除全部筛选',
      reset: '重置',
      search_columns: '搜索列',
      select_all: '全选',
      select_all_button: '全选',
      select_row: '选择此行',
      update: '更新',
      unselect: '取消选择',
      move_up: '上移',
      move_down: '下移',
      open: '打开',
      toggle_theme: '切换深浅色',
      select_columns: '列设置',
      update_application: '刷新应用',
    },
    page: {
      empty: '还没有%{name}',
      invite: '要增加吗？',
      not_found: '没有找到',
      edit: '编辑%{name} %{recordRepresentation}',
      show: '%{name} %{recordRepresentation}',
      access_denied: '无权访问',
      authentication_error: '身份验证出错',
    },
    input: {
      file: {
        upload_several: '将文件拖到这里，或点击选择多个文件',
        upload_single: '将文件拖到这里，或点击选择文件',
      },
      image: {
        upload_several: '将图片拖到这里，或点击选择多张图片',
        upload_single: '将图片拖到这里，或点击选择图片',
      },
      references: {
        all_missing: '没有找到关联的数据',
        many_missing: '部分关联的数据已不存在',
        single_missing: '关联的数据已不存在',
      },
    },
    message: {
      are_you_sure: '确定要继续吗？',
      error: '页面出错，请求没有完成',
      invalid_form: '填写有误，请按提示修改',
      loading: '正在加载页面，请稍候',
      not_found: '网址或链接有误，请检查后重新打开',
      access_denied: '您没有访问此页面的权限',
      authentication_error: '认证服务器返回错误，无法校验您的身份。',
      auth_error: '校验登录状态时出错。',
      bulk_delete_content: '确定要删除选中的 %{smart_count} 项%{name}吗？',
      bulk_delete_title: '删除 %{smart_count} 项%{name}',
      bulk_update_content: '确定要更新选中的 %{smart_count} 项%{name}吗？',
      bulk_update_title: '更新 %{smart_count} 项%{name}',
      clear_array_input: '确定要清空整个列表吗？',
      delete_content: '确定要删除该%{name}吗？',
      delete_title: '删除%{name} %{recordRepresentation}',
      details: '详情',
      select_all_limit_reached: '数据过多，无法全部选中，仅选中了前 %{max} 项。',
      placeholder_data_warning: '网络异常：数据刷新失败。',
      unsaved_changes: '有未保存的修改，确定离开吗？',
    },
    navigation: {
      clear_filters: '清除筛选',
      no_more_results: '没有第 %{page} 页，请返回上一页',
      page_out_of_boundaries: '没有第 %{page} 页',
      page_out_from_end: '已是最后一页',
      page_out_from_begin: '已是第一页',
      page_rows_per_page: '每页行数：',
      prev: '上一页',
      no_results: '暂无%{name}',
      no_filtered_results: '没有符合筛选条件的%{name}。',
      partial_page_range_info: '%{offsetBegin}-%{offsetEnd}，共不少于 %{offsetEnd} 条',
      current_page: '第 %{page} 页（当前页）',
      page: '转到第 %{page} 页',
      first: '转到第一页',
      last: '转到最后一页',
      next: '下一页',
      previous: '上一页',
    },
    sort: { sort_by: '按%{field_lower_first}%{order}' },
    auth: { email: '邮箱', sign_in_error: '验证失败，请重试' },
    notification: {
      updated: '已更新 %{smart_count} 项',
      deleted: '已删除 %{smart_count} 项',
      created: '已新建',
      bad_item: '记录有误',
      item_doesnt_exist: '记录不存在或已删除',
      http_error: '与服务器通信失败，请稍后重试',
      canceled: '操作已取消',
      data_provider_error: '数据接口出错，详情请查看浏览器控制台',
      i18n_error: '无法加载该语言，请稍后重试',
      logged_out: '登录已失效，请重新登录',
      not_authorized: '您无权访问该资源。',
      application_update_available: '有新版本可用。',
      offline: '网络已断开，无法获取数据。',
    },
    validation: {
      unique: '必须唯一',
      oneOf: '请选择以下之一：%{options}',
      regex: '格式应为：%{pattern}',
    },
    saved_queries: {
      label: '已存查询',
      query_name: '查询名称',
      new_label: '保存当前查询…',
      new_dialog_title: '将当前查询另存为',
      remove_label: '删除已存查询',
      remove_label_with_name: '删除查询“%{name}”',
      remove_dialog_title: '删除已存查询？',
      remove_message: '确定要从已存查询中删除该项吗？',
      help: '筛选列表后可保存此查询，便于以后使用',
    },
    guesser: { empty: { title: '没有可显示的数据', message: '请检查数据提供者' } },
    configurable: {
      customize: '自定义',
      configureMode: '配置此页面',
      inspector: {
        title: '检查器',
        content: '将鼠标悬停在界面元素上进行配置',
        reset: '重置设置',
        hideAll: '全部隐藏',
        showAll: '全部显示',
      },
      Datagrid: { title: '数据表格', unlabeled: '未命名列 #%{column}' },
      SimpleForm: { title: '表单', unlabeled: '未命名输入 #%{input}' },
      SimpleList: {
        title: '列表',
        primaryText: '主要文本',
        secondaryText: '次要文本',
        tertiaryText: '附加文本',
      },
    },
  },
}

const mergeTrees = (under: MessageTree, over: MessageTree): MessageTree => ({
  ...under,
  ...Object.fromEntries(
    Object.entries(over).map(([key, value]) => {
      const below = under[key]
      return [key, typeof value === 'object' && typeof below === 'object' ? mergeTrees(below, value) : value]
    }),
  ),
})

/**
 * react-admin's own messages in Chinese: the published package with additions and corrections. The texts of this
 * product are keys themselves.
 */
export const zh: MessageTree = mergeTrees(chinese, additions)
