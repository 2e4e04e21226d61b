package main

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// theirs asks SQLite.
type theirs struct {
	w  *world
	db *sql.DB

	stmtWalk, stmtTypes, stmtPath *sql.Stmt
	sections, reflects            []*sql.Stmt // totals and tops in turn
}

// schema holds every link twice, once a direction, so that a walk both ways is
// one range of one index. All that the queries ask of nodes is in indices.
const schema = `
create table node (n integer primary key, id text not null, type text, tier text, layer text, state text, verdict text, status text,
  holds int, since int, until int, due int, remind int, pinned int, changed int, initiative int);
create table edge (node int, way int, type text, other int, weight real, primary key (node, way, type, other)) without rowid;
create index node_core on node (initiative, changed desc, id) where holds = 1 and layer = 'core';
create index node_pins on node (initiative, changed desc, id) where holds = 1 and pinned = 1;
create index node_tasks on node (initiative, due, case state when 'doing' then 0 when 'blocked' then 2 else 1 end, changed desc, id) where holds = 1 and type = 'task' and state not in ('done', 'dropped');
create index node_remind on node (initiative, remind, n) where holds = 1 and remind is not null and state not in ('done', 'dropped');
create index node_review on node (initiative, changed desc, id) where status = 'flagged';
create index node_claims on node (initiative, changed desc, id) where holds = 1 and type = 'hypothesis' and verdict <> 'confirmed';
create index node_hot on node (initiative, changed desc, id) where holds = 1 and layer = 'hot' and state not in ('done', 'dropped');
create index node_settled on node (initiative, changed desc, id) where holds = 1 and tier = 'settled' and layer in ('core', 'hot', 'warm');
create index node_chains on node (initiative, changed desc, id) where holds = 1 and type = 'chain' and layer in ('core', 'hot', 'warm');
create index node_warm on node (initiative, changed desc, id) where holds = 1 and layer = 'warm' and state not in ('done', 'dropped');
create index node_recent on node (initiative, changed desc, id) where holds = 1 and layer in ('core', 'hot', 'warm');
create index node_ended on node (initiative, changed desc, id) where status = 'superseded';
create index node_cold on node (initiative, changed desc, id) where holds = 1 and layer = 'cold' and pinned = 0;
`

func newTheirs(w *world) (*theirs, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	t := &theirs{w: w, db: db}
	for _, step := range []func() error{t.create, t.fill, t.prepare} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *theirs) create() error {
	_, err := t.db.Exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; pragma temp_store = memory;" + schema)
	return err
}

func (t *theirs) fill() error {
	tx, err := t.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	nodes, err := tx.Prepare("insert into node values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1)")
	if err != nil {
		return err
	}
	for i, n := range t.w.nodes {
		holds := n.from <= t.w.now && t.w.now < n.to
		if _, err := nodes.Exec(i, n.id, n.typ, n.tier, n.layer, n.state, n.verdict, n.status, holds, int64(n.from), int64(n.to),
			moment(n.due), moment(n.remind), n.pinned, n.changed); err != nil {
			return err
		}
	}
	edges, err := tx.Prepare("insert into edge values (?,?,?,?,?)")
	if err != nil {
		return err
	}
	for _, e := range t.w.edges {
		for way, ends := range [][2]int{{e.from, e.to}, {e.to, e.from}} {
			if _, err := edges.Exec(ends[0], way, e.typ, ends[1], e.weight); err != nil {
				return err
			}
		}
	}
	if _, err := tx.Exec("analyze"); err != nil {
		return err
	}
	return tx.Commit()
}

func moment(t kaibo.Time) any {
	if t == kaibo.Forever {
		return nil
	}
	return int64(t)
}

// The strongest path is searched best first: the rows of a recursive query that
// is ordered wait in a queue by their strength, and the first that reaches the
// end is the strongest. SQL cannot keep a set of what was visited, so a way stops
// after maxHops links.
const (
	maxHops = 6
	walking = `with recursive walk(n, d) as (
  select ?1, 0 union
  select edge.other, walk.d + 1 from walk join edge on edge.node = walk.n join node on node.n = edge.other
  where walk.d < 3 and node.holds = 1 %s)
select d, count(*) from (select n, min(d) as d from walk group by n) where d > 0 group by d`
	pathing = `with recursive path(n, strength, hops) as (
  select ?1, 1.0, 0 union
  select edge.other, path.strength * edge.weight, path.hops + 1 from path join edge on edge.node = path.n join node on node.n = edge.other
  where path.hops < ?3 and (node.holds = 1 or edge.other = ?2)
  order by 2 desc)
select strength from path where n = ?2 limit 1`
)

func (t *theirs) prepare() error {
	var err error
	one := func(query string) *sql.Stmt {
		s, e := t.db.Prepare(query)
		if e != nil && err == nil {
			err = fmt.Errorf("prepare %s: %w", query, e)
		}
		return s
	}
	t.stmtWalk = one(fmt.Sprintf(walking, ""))
	t.stmtTypes = one(fmt.Sprintf(walking, "and edge.way = 0 and edge.type in ('"+strings.Join(walkedTypes, "', '")+"')"))
	t.stmtPath = one(pathing)
	section := func(where, order string) (both []*sql.Stmt) {
		return []*sql.Stmt{one("select count(*) from node where initiative = 1 and " + where),
			one(fmt.Sprintf("select id from node where initiative = 1 and %s order by %s, id limit %d", where, order, capped))}
	}
	now := int64(t.w.now)
	const newest = "changed desc"
	for _, s := range [][2]string{
		{"holds = 1 and layer = 'core'", newest}, {"holds = 1 and pinned = 1", newest},
		{"holds = 1 and type = 'task' and state not in ('done', 'dropped')", "due, case state when 'doing' then 0 when 'blocked' then 2 else 1 end, changed desc"},
		{fmt.Sprintf("holds = 1 and remind is not null and state not in ('done', 'dropped') and remind <= %d", now), "remind, n"},
		{"status = 'flagged'", newest}, {"holds = 1 and type = 'hypothesis' and verdict <> 'confirmed'", newest},
		{"holds = 1 and layer = 'hot' and state not in ('done', 'dropped')", newest}, {"holds = 1 and tier = 'settled' and layer in ('core', 'hot', 'warm')", newest},
		{"holds = 1 and type = 'chain' and layer in ('core', 'hot', 'warm')", newest}, {"holds = 1 and layer = 'warm' and state not in ('done', 'dropped')", newest},
		{"holds = 1 and layer in ('core', 'hot', 'warm')", newest}, {"status = 'superseded'", newest},
	} {
		t.sections = append(t.sections, section(s[0], s[1])...)
	}
	t.reflects = append(t.reflects, section("holds = 1 and not exists (select 1 from edge where edge.node = node.n)", newest)...)
	t.reflects = append(t.reflects, section(fmt.Sprintf("holds = 1 and type = 'task' and state not in ('done', 'dropped') and due < %d", now), "due")...)
	const dangling = "from node join edge on edge.node = node.n and edge.way = 1 join node src on src.n = edge.other where node.initiative = 1 and node.holds = 0 and src.holds = 1"
	t.reflects = append(t.reflects, one("select count(distinct node.n) "+dangling),
		one(fmt.Sprintf("select node.id %s group by node.n order by count(*) desc, node.id limit %d", dangling, capped)))
	t.reflects = append(t.reflects, section(fmt.Sprintf("holds = 1 and layer = 'cold' and pinned = 0 and changed < %d", len(t.w.nodes)/2), newest)...)
	return err
}

func (t *theirs) walk(k int) (string, error)      { return depths(t.stmtWalk, t.w.starts[k]) }
func (t *theirs) walkTypes(k int) (string, error) { return depths(t.stmtTypes, t.w.starts[k]) }

func depths(s *sql.Stmt, start int) (string, error) {
	rows, err := s.Query(start)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var by [4]int
	for rows.Next() {
		var d, n int
		if err := rows.Scan(&d, &n); err != nil {
			return "", err
		}
		by[d] = n
	}
	return fmt.Sprint(by[1:]), rows.Err()
}

func (t *theirs) path(k int) (string, error) {
	var s float64
	err := t.stmtPath.QueryRow(t.w.pairs[k][0], t.w.pairs[k][1], maxHops).Scan(&s)
	if errors.Is(err, sql.ErrNoRows) {
		return strength(0, false), nil
	}
	return strength(s, true), err
}

func (t *theirs) awake(int) (string, error)   { return lists(t.sections) }
func (t *theirs) reflect(int) (string, error) { return lists(t.reflects) }

// lists asks for totals and tops in turn.
func lists(statements []*sql.Stmt) (string, error) {
	var b strings.Builder
	for i := 0; i < len(statements); i += 2 {
		var total int
		if err := statements[i].QueryRow().Scan(&total); err != nil {
			return "", err
		}
		fmt.Fprint(&b, total)
		rows, err := statements[i+1].Query()
		if err != nil {
			return "", err
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				return "", errors.Join(err, rows.Close())
			}
			b.WriteString(" " + id)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return "", err
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}
