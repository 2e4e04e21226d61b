// Package invariant is the list of what kaibo promises of a project's data,
// whatever failed and whoever stopped in the middle, as checks that run. There
// is one list. The simulation holds every run to it, fsck reports by it, and
// a server looks at it once a day and rings the alarm, the log line
// "verification failed".
//
//	report, err := invariant.Check(ctx, store, project, invariant.AtRest, nil)
//	if err != nil {
//		return err // it could not be read, which says nothing about the data
//	}
//	for _, f := range report.Findings {
//		fmt.Println(f.What, f.ID, f.Detail) // f.Promise names one of Promises
//	}
//
// A promise holds [Always], also while others write; or [AtRest], when nobody is
// at work in the project and a deed that stopped half way was finished; or when
// the data is [Settled] and nothing waits any more. A reader of a store that others
// write to can still see between two items of a Commit, as the ports allow:
// [Confirmed] tells only what two looks saw.
//
// The checks read through the ports alone and write nothing. They do not show
// that the history is the one that others were shown: that is what the signed
// checkpoints and package verify are for.
package invariant
