// Baselines is scripts/eval with two more systems in the table: the BM25 of
// bleve, and SQLite FTS5. It is a module of its own, so that nobody who builds
// kaibo builds them.
//
//	cd scripts/eval/baselines && go run . --locomo ../../../../shared/data/locomo/locomo-half.json
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/en" // the analyser "en"
	_ "modernc.org/sqlite"                               // the driver "sqlite"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/scripts/eval/measure"
)

// most is how many turns a baseline ranks for one question.
const most = 200

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := measure.Run(ctx, os.Args[1:], os.Stdout, measure.BareBM25,
		measure.Ranker{Name: "bleve", New: newBleve}, measure.Ranker{Name: "SQLite FTS5", New: newFTS5})
	if err != nil {
		fmt.Fprintln(os.Stderr, "baselines:", err)
		os.Exit(1)
	}
}

// newBleve indexes with the English analyser and scores with BM25.
func newBleve(turns []string) (func(string) ([]int, error), error) {
	m := bleve.NewIndexMapping()
	m.DefaultAnalyzer = "en"
	m.ScoringModel = "bm25"
	x, err := bleve.NewMemOnly(m)
	if err != nil {
		return nil, err
	}
	batch := x.NewBatch()
	for i, t := range turns {
		if err := batch.Index(strconv.Itoa(i), map[string]string{"text": t}); err != nil {
			return nil, err
		}
	}
	if err := x.Batch(batch); err != nil {
		return nil, err
	}
	return func(question string) ([]int, error) {
		q := bleve.NewMatchQuery(question)
		q.SetField("text")
		found, err := x.Search(bleve.NewSearchRequestOptions(q, most, 0, false))
		if err != nil {
			return nil, err
		}
		var out []int
		for _, h := range found.Hits {
			i, err := strconv.Atoi(h.ID)
			if err != nil {
				return nil, err
			}
			out = append(out, i)
		}
		return out, nil
	}, nil
}

// newFTS5 indexes with the Porter stemmer and scores with FTS5's bm25. The
// question's function words are left out, as they are for the others.
func newFTS5(turns []string) (func(string) ([]int, error), error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one memory, one connection
	if _, err := db.Exec(`create virtual table t using fts5(text, tokenize = 'porter unicode61')`); err != nil {
		return nil, err
	}
	for i, t := range turns {
		if _, err := db.Exec(`insert into t(rowid, text) values(?, ?)`, i+1, t); err != nil {
			return nil, err
		}
	}
	return func(question string) ([]int, error) { return askFTS5(db, question) }, nil
}

func askFTS5(db *sql.DB, question string) ([]int, error) {
	var words []string
	for _, t := range lang.Tokens(question) {
		if !t.Stop {
			words = append(words, `"`+strings.ReplaceAll(t.Exact, `"`, `""`)+`"`)
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	rows, err := db.Query(`select rowid from t where t match ? order by bm25(t) limit ?`, strings.Join(words, " OR "), most)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var out []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id-1)
	}
	return out, rows.Err()
}
