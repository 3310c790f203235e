// SQL that adds enough rows to the tests' firm to measure the cost of a list.

// Two- and three-character names from 40 surnames and 60 characters, which gives a search a realistic
// selectivity.
const personName = `substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章', 1 + n % 40, 1)
      || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰萍鹏飞慧', 1 + n / 40 % 30, 1)
      || substr('一文子浩宇轩梓涵欣怡晨思雨佳琪嘉懿煜城烨磊晟睿弘文博', 1 + n / 1200 % 26, 1)`

/** People from the numbers `n` of a query; `firm`, `office` and `key` are SQL. */
const peopleFrom = (numbers: string, { firm, office, key }: Record<'firm' | 'office' | 'key', string>) => `
  insert into lawyers (firm_id, name, name_pinyin, name_sort, name_initials, mobile, organization_id, person_type, status, code_key, search, updated_at)
  select ${firm}, name, 'pinyin' || n % 977, 'pinyin' || n % 977, 'py', mobile, ${office}, 1, 1, ${key} || n,
    name || ' pinyin' || n % 977 || ' py ' || mobile, now() - n * interval '1 second'
  from (
    select n, '1' || (3 + n % 7) || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0') as mobile, ${personName} as name
    from ${numbers} n
  ) people`

export const fillLawyers = (rows: number) =>
  peopleFrom(`generate_series(10, ${rows + 9})`, { firm: '1', office: '1 + n % 3', key: `'b'` })

/** One row each so many seconds, back from now. */
export const fillLogs = (rows: number, seconds = 1) => `
  insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name,
    target_type, target_id, target_name, target_org_id, summary, result, request_id, prev_hash, hash)
  select 1, -n, now() - n * interval '${seconds} seconds', 2, 1 + n % 14, (array['update', 'create', 'approve', 'export', 'reveal'])[1 + n % 5],
    (n % 7 <> 0)::int, 1, 1 + n % 50, '操作人' || n % 50, 'lawyers', n % 5000, '对象' || n % 5000, 1 + n % 3,
    '将【对象' || n % 5000 || '】的职位由“律师”改为“合伙人”' || n, (n % 100 <> 0)::int, 'R' || n, 'p' || n, 'h' || n
  from generate_series(1, ${rows}) n`

// Articles of four kinds, most of them published, each by one of 5,000 lawyers.
export const fillArticles = (rows: number) => `
  insert into categories (firm_id, kind, type_name) select 1, 1 + n % 4, '分类' || n from generate_series(1, 12) n;
  insert into articles (firm_id, kind, type_id, organization_id, title, language, content_mode, source_type, lawyer_ids,
    professional, status, publish_at, is_top, search, updated_at)
  select 1, 1 + n % 4, 1 + n % 12, 1 + n % 3, title, 'CN', 1, 1, array[people.ids[1 + n % array_length(people.ids, 1)]], array[n % 13], (array[2, 2, 2, 2, 2, 2, 0, 1, 3, 4])[1 + n / 4 % 10],
    now() - n * interval '1 minute', (n % 997 = 0)::int, title, now() - n * interval '1 minute'
  from (
    select n, (array['股东出资', '公司控制权', '对赌回购', '数据合规', '劳动仲裁', '婚姻财产', '建设工程', '破产重整'])[1 + n / 4 % 8]
      || (array['期限', '纠纷', '协议', '审查', '举证', '分割', '结算', '清偿'])[1 + n / 32 % 8] || '实务问题之' || n as title
    from generate_series(1, ${rows}) n
  ) written, (select array_agg(id) as ids from (select id from lawyers where firm_id = 1 limit 5000) first) people;
  insert into article_lawyers (article_id, firm_id, lawyer_id, role, is_show, is_top)
  select article_id, 1, lawyer_ids[1], 1, 1, 0 from articles where firm_id = 1`

const cardsOf = (firm: string) => `
  insert into cards (firm_id, lawyer_id, language, organization_id, content, name, name_pinyin, name_sort, post_code, search,
    show_status, weight, is_top, audit_status, updated_at)
  select l.firm_id, l.id, 'CN', l.organization_id, '{}', l.name, l.name_pinyin, l.name_sort, p.codes[1 + l.id % array_length(p.codes, 1)], l.search,
    1, l.id % 100, (l.id % 997 = 0)::int, (array[2, 2, 2, 2, 2, 0, 1, 3])[1 + l.id % 8], l.updated_at
  from lawyers l, (select array_agg(post_code) as codes from positions where firm_id = ${firm}) p
  where l.firm_id = ${firm} and not exists (select from cards c
    where c.firm_id = l.firm_id and c.lawyer_id = l.id and c.language = 'CN')`

/** A Chinese card for every person without one. */
export const fillCards = cardsOf('1')

/**
 * SQL that adds this many firms, each with one office and `people` lawyers, and a card, an article and a log row for each of
 * them, with the same distribution as in the tests' firm.
 */
export const fillFirms = (firms: number, people: number) => `
  do $$ declare office bigint; begin
    for firm in 11..${firms + 10} loop
      perform set_config('app.firm_id', firm::text, false);
      insert into firms (firm_id, name, short_name) values (firm, '律师事务所' || firm, '律所' || firm);
      insert into offices (firm_id, name, short_name, is_main, province_code, city_code, district_code, address)
        values (firm, '律师事务所' || firm, '律所' || firm, 1, '310000', '310100', '310101', '人民路' || firm || '号') returning organization_id into office;
      insert into positions (firm_id, post_name, post_code, post_level) values (firm, '律师', 'Lawyer', 3), (firm, '合伙人', 'Partner', 2);
      ${peopleFrom(`generate_series(firm * ${people}, firm * ${people} + ${people - 1})`, { firm: 'firm', office: 'office', key: `'f' || firm || 'n'` })};
      ${cardsOf('firm')};
      insert into articles (firm_id, kind, organization_id, title, language, content_mode, source_type, lawyer_ids, status, publish_at, search, updated_at)
        select firm, 1 + id % 4, office, '实务问题之' || id, 'CN', 1, 1, array[id], (array[2, 2, 2, 2, 2, 2, 0, 1, 3, 4])[1 + id / 4 % 10],
          now() - id * interval '1 minute', '实务问题之' || id, now() - id * interval '1 minute'
        from lawyers where lawyers.firm_id = firm;
      insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name,
          target_type, target_id, target_name, target_org_id, summary, result, request_id, prev_hash, hash)
        select firm, -id, now() - id % 720 * interval '1 hour', 2, 1 + id % 14, 'update', (id % 7 <> 0)::int, 1, 1, '操作人',
          'lawyers', id, name, office, '修改了' || name, 1, 'R' || id, 'p' || id, 'h' || id
        from lawyers where lawyers.firm_id = firm;
    end loop;
    perform set_config('app.firm_id', '1', false);
  end $$`

/**
 * SQL that leaves in each of the firms of `fillFirms` one registration and one card that wait for review, for two hours,
 * and one article that is due in a week: what a small firm without any calls has on most days.
 */
export const leaveOneWaiting = (firms: number) => `
  do $$ begin
    for firm in 11..${firms + 10} loop
      perform set_config('app.firm_id', firm::text, false);
      update cards set audit_status = 2, submitted_at = null where firm_id = firm;
      update articles set status = 2 where firm_id = firm and status = 1;
      update cards set audit_status = 1, submitted_at = now() - interval '2 hours'
        where id = (select min(id) from cards where firm_id = firm) and firm_id = firm;
      update lawyers set status = 0, consent_at = now() - interval '2 hours'
        where id = (select max(id) from lawyers where firm_id = firm) and firm_id = firm;
      update articles set status = 5, publish_at = now() + interval '7 days'
        where article_id = (select min(article_id) from articles where firm_id = firm) and firm_id = firm;
    end loop;
    perform set_config('app.firm_id', '1', false);
  end $$`
